import { useRef, useState } from 'react';

/** What is being asked before it is done, and what follows. */
export interface Questions<Question> {
  readonly question: Question | null;
  readonly busy: boolean;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
  readonly confirm: () => Promise<void>;
}

/**
 * One question at a time. `run` does what was asked about, and gives the question that is still open after it; `giveUp`
 * hears of one that was closed.
 */
export function useQuestions<Question>(
  run: (question: Question) => Promise<Question | null>,
  giveUp: (question: Question) => void,
): Questions<Question> {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  /** A second press that comes before the button is seen to wait. */
  const running = useRef(false);
  return {
    question,
    busy,
    ask: setQuestion,
    close: () => {
      if (question !== null) giveUp(question);
      setQuestion(null);
    },
    confirm: async () => {
      if (question === null || running.current) return;
      running.current = true;
      setBusy(true);
      try {
        setQuestion(await run(question));
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
