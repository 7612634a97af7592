// Before anything that renders: React Aria reads its texts once.
import './shared/i18n/racStrings';
import { setupListeners } from '@reduxjs/toolkit/query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './app/App';
import { makeClient } from './app/client';
import { watchSession } from './app/sessionWatch';
import { startI18n } from './shared/i18n/i18n';
import { paths } from './shared/navigation/paths';
import { startTheme } from './shared/theme/themeStore';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startTheme();
  await startI18n();
  const client = makeClient((routes) => createBrowserRouter(routes));
  setupListeners(client.store.dispatch);
  watchSession(client.store, () => {
    window.location.assign(paths.home.href());
  });
  createRoot(root).render(<App client={client} />);
}

void start();
