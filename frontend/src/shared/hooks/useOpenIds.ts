import { useCallback, useState } from 'react';

/** Which items of a list are open. The page has it, and not the item: one that was scrolled away comes back as it was. */
export function useOpenIds() {
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (id: string) => setOpenIds((was) => (was.includes(id) ? was.filter((one) => one !== id) : [...was, id])),
    [],
  );
  return { openIds, toggle };
}
