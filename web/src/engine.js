// The worker, as functions that promise a result.

import { unpackProgram } from "./program.js";

let worker;
const waiting = new Map();
let calls = 0;

/** Starts the worker. */
export async function start() {
  const code = document.getElementById("worker").textContent;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  worker = new Worker(trusted(url));
  worker.onmessage = ({ data }) => settle(data);
  worker.onerror = (event) => fail(event.message);
  await ask("load", { program: await unpackProgram() });
}

/** Asks the worker for a piece of work; `progress` is told how far it is. */
export function ask(work, what = {}, progress = () => {}) {
  return new Promise((resolve, reject) => {
    const call = ++calls;
    waiting.set(call, { resolve, reject, progress });
    worker.postMessage({ call, work, what });
  });
}

function settle({ call, result, error, done, all }) {
  const wait = waiting.get(call);
  if (done !== undefined) return wait.progress(done, all);
  waiting.delete(call);
  if (error === undefined) wait.resolve(result);
  else wait.reject(new Error(error));
}

function fail(message) {
  for (const { reject } of waiting.values()) reject(new Error(message));
  waiting.clear();
}

/** The one address that this page lets be run: its own worker. */
function trusted(url) {
  if (!window.trustedTypes) return url;
  return window.trustedTypes.createPolicy("placemat-worker", { createScriptURL: (own) => own }).createScriptURL(url);
}
