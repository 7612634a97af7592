import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { LucideProvider } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { GlobalStyles } from '../shared/theme/GlobalStyles';
import { iconStroke, size } from '../shared/theme/tokens';
import type { AppStore } from './store';

// No right-to-left plugin: styles are written with logical properties.
const cache = createCache({ key: 'p' });

export function Providers({ store, children }: { store: AppStore; children: ReactNode }): ReactElement {
  return (
    <Provider store={store}>
      <CacheProvider value={cache}>
        <GlobalStyles />
        <LucideProvider size={size.icon} strokeWidth={iconStroke}>
          {children}
        </LucideProvider>
      </CacheProvider>
    </Provider>
  );
}
