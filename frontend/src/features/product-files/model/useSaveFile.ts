import { useMutationToast } from '../../../shared/api/useMutationToast';
import { useText } from '../../../shared/i18n/useText';

/** What RTK Query's mutation hook of a file returns. */
type FileMutation<Arg> = readonly [
  trigger: (arg: Arg) => { unwrap: () => Promise<string> },
  state: { readonly isLoading: boolean },
];

/** Gets a file from the server, one at a time, and says how it ended. */
export function useSaveFile<Arg>([trigger, { isLoading }]: FileMutation<Arg>) {
  const t = useText('catalogue');
  const save = useMutationToast(trigger, { ok: (name) => t('bulk.exported', { name }), fallback: 'server' });
  return { busy: isLoading, save: (arg: Arg) => void save(arg) };
}
