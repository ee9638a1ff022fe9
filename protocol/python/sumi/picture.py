# SPDX-License-Identifier: MIT
"""Boards as SVG, as notebooks show them."""
from __future__ import annotations

from .board import Board, squares_of

_CELL = 40  # pixels
_MARGIN = 22
_DISC = {"black": "#1c1c1c", "white": "#f7f6f1"}


def svg(board: Board, last: int | None = None, legal: int = 0) -> str:
    """Draws a board, with a dot on the square `last` of the last move, and small circles in the
    colour of the side to move on the squares of the bitboard `legal`."""
    edge = (8 - board.size) // 2
    side = board.size * _CELL
    whole = side + 2 * _MARGIN

    def centre(square: int) -> str:
        x = _MARGIN + (square % 8 - edge) * _CELL + _CELL // 2
        y = _MARGIN + (square // 8 - edge) * _CELL + _CELL // 2
        return f'cx="{x}" cy="{y}"'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" '
        f'viewBox="0 0 {whole} {whole}"><title>{board}</title>',
        f'<rect width="{whole}" height="{whole}" rx="6" fill="#4a3424"/>',
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{side}" height="{side}" fill="#2e7d4f"/>',
        '<g stroke="#173f28">',
    ]
    for line in range(board.size + 1):
        at = _MARGIN + line * _CELL
        parts.append(f'<path d="M{at} {_MARGIN}v{side}M{_MARGIN} {at}h{side}"/>')
    parts.append(
        '</g><g fill="#eadfce" font-family="sans-serif" font-size="12" text-anchor="middle">'
    )
    for line in range(board.size):
        at = _MARGIN + line * _CELL + _CELL // 2
        parts.append(f'<text x="{at}" y="{_MARGIN - 7}">{"abcdefgh"[line]}</text>')
        parts.append(f'<text x="{_MARGIN // 2}" y="{at + 4}">{line + 1}</text>')
    parts.append("</g>")
    for color, discs in (("black", board.black), ("white", board.white)):
        parts += [
            f'<circle {centre(square)} r="16" fill="{_DISC[color]}"/>'
            for square in squares_of(discs)
        ]
    mover = _DISC["black" if board.black_to_move else "white"]
    parts += [
        f'<circle {centre(square)} r="5" fill="none" stroke="{mover}" opacity="0.6"/>'
        for square in squares_of(legal)
    ]
    if last is not None:
        parts.append(f'<circle {centre(last)} r="4" fill="#e8602c"/>')
    return "".join(parts) + "</svg>"
