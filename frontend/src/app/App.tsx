import type { ReactElement } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { Client } from './client';
import { Providers } from './Providers';

export function App({ client }: { client: Client }): ReactElement {
  return (
    <Providers store={client.store}>
      <RouterProvider router={client.router} />
    </Providers>
  );
}
