import createCache from '@emotion/cache';
import { CacheProvider, ThemeProvider } from '@emotion/react';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Provider } from 'react-redux';
import { locale } from '../shared/lib/locale';
import { GlobalStyles } from '../shared/theme/GlobalStyles';
import { theme } from '../shared/theme/theme';
import type { AppStore } from './store';

// No right-to-left plugin: styles are written with logical properties.
const cache = createCache({ key: 'p' });

/** The locale gives React Aria its direction, digits and the Jalali calendar; a change of language reloads the page. */
export function Providers({ store, children }: { store: AppStore; children: ReactNode }): ReactElement {
  return (
    <Provider store={store}>
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme}>
          <I18nProvider locale={locale()}>
            <GlobalStyles />
            {children}
          </I18nProvider>
        </ThemeProvider>
      </CacheProvider>
    </Provider>
  );
}
