import { useKept } from '../../../entities/session/useKept';
import { keptSection } from './kept/schema';

/** What is typed into the page's one open section. */
export const useKeptSection = () => useKept('settings', keptSection);
