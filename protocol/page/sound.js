// SPDX-License-Identifier: MIT
// @ts-check
/** Plays a click for each move, if enabled. */
import { inputOf } from "./dom.js";
import { settings, settings_changed } from "./settings.js";
import { moved, state } from "./state.js";

const LENGTH = 0.07;            // seconds
const PITCHES = [1300, 240];    // Hz, at its start and end
const LOUDNESS = 0.3;

/** @type {AudioContext | null} */
let context = null;

function click() {
  if (!context) context = new AudioContext();
  context.resume();
  const now = context.currentTime, tone = context.createOscillator(), volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(PITCHES[0], now);
  tone.frequency.exponentialRampToValueAtTime(PITCHES[1], now + LENGTH);
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}

export function startSound() {
  const wanted = inputOf("sound");
  wanted.checked = settings.sound;
  wanted.addEventListener("change", () => {
    settings_changed.emit({ sound: wanted.checked });
    if (wanted.checked) click();
  });
  let before = state.here;
  moved.on(node => {
    if (settings.sound && node.parent === before) click();
    before = node;
  });
}
