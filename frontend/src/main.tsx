import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './app/App';
import { makeClient } from './app/client';
import { watchConnection } from './app/connectionWatch';
import { startPrefetch } from './app/router';
import { isSessionValid } from './entities/session/calls';
import { dropEarly } from './shared/api/early';
import { startI18n } from './shared/i18n/i18n';
import { loadAhead, startLoadingAhead } from './shared/lib/ahead';
import { paths } from './shared/navigation/paths';
import { startTheme } from './shared/theme/themeStore';

/** ms in which the first page takes the answers that were requested early. */
const EARLY_FOR = 10_000;

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startTheme();
  await startI18n();
  const client = makeClient((routes) => createBrowserRouter(routes), { watchDevice: true });
  // A tab that has just loaded has not been left yet, so this code can wait.
  loadAhead(async () => {
    const { watchSession } = await import('./app/sessionWatch');
    watchSession(client, () => {
      window.location.assign(paths.home.href());
    });
  });
  watchConnection(() => client.store.dispatch(isSessionValid()));
  createRoot(root).render(<App client={client} />);
  startPrefetch(client);
  startLoadingAhead();
  setTimeout(dropEarly, EARLY_FOR);
}

void start();
