import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOG_IN = ['auth/routes/log-in.route', 'fa/auth.json'];

/** Writes which scripts each budget of scripts/size.mjs counts: the log-in page's, what each page adds to the app, the chart's. */
export class BudgetFilesPlugin {
  constructor(target, dist) {
    this.target = target;
    this.dist = dist;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap('BudgetFilesPlugin', ({ entrypoints, chunkGroups }) => {
      // A build to another place (`--output-path`) says nothing about what lies in dist.
      if (compiler.outputPath !== this.dist) return;
      const scripts = (group) => group.getFiles().filter((file) => file.endsWith('.js'));
      const app = scripts(entrypoints.get('main'));
      const logIn = new Set(app);
      const pages = {};
      let chart = [];
      for (const group of chunkGroups) {
        const requests = group.origins.map(({ request }) => request ?? '');
        if (requests.some((request) => LOG_IN.some((end) => request.endsWith(end)))) {
          for (const file of scripts(group)) logIn.add(file);
        }
        if (requests.some((request) => request.endsWith('/SeriesChartView'))) chart = scripts(group);
        const route = requests.find((request) => request.endsWith('.route'));
        const own = scripts(group).filter((file) => !app.includes(file) && !/\/(?:vendor-|shell\.)/.test(file));
        if (route !== undefined) pages[route.split('/').at(-1)] = own.sort();
      }
      mkdirSync(dirname(this.target), { recursive: true });
      writeFileSync(this.target, `${JSON.stringify({ logIn: [...logIn].sort(), pages, chart }, null, 2)}\n`);
    });
  }
}
