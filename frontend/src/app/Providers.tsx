import createCache from '@emotion/cache';
import { CacheProvider, ThemeProvider } from '@emotion/react';
import type { ReactElement, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { GlobalStyles } from '../shared/theme/GlobalStyles';
import { theme } from '../shared/theme/theme';
import type { AppStore } from './store';

// No right-to-left plugin: styles are written with logical properties.
const cache = createCache({ key: 'p' });

export function Providers({ store, children }: { store: AppStore; children: ReactNode }): ReactElement {
  return (
    <Provider store={store}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme}>
          <GlobalStyles />
          {children}
        </ThemeProvider>
      </CacheProvider>
    </Provider>
  );
}
