import { HttpResponse } from 'msw';

/** For a fake of the wire: tests refuse its next answer or hold it back. */
export function nextAnswer() {
  let refusal: { readonly status: number; readonly body: object } | null = null;
  let gate: Promise<void> | null = null;
  return {
    /** The refusal, when one is due; else the call answers as ever. */
    due: async (): Promise<HttpResponse<object> | null> => {
      const held = gate;
      gate = null;
      await held;
      const refused = refusal;
      refusal = null;
      return refused && HttpResponse.json(refused.body, { status: refused.status });
    },
    refuseNext: (status: number, body: object = {}): void => {
      refusal = { status, body };
    },
    /** Holds the next answer back until the returned function is called. */
    holdNext: (): (() => void) => {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}
