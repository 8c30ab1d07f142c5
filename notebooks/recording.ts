import { Recorder } from './recorder.ts';

/** That of the notebook which is being run; modules of cells import it. */
export let recorder = new Recorder();

export function nextRecorder(): Recorder {
  recorder = new Recorder();
  return recorder;
}
