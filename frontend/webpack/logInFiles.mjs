import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOG_IN = 'features/auth/routes/log-in.route';
const TEXTS = 'locales/fa/auth.json';

/** Writes which scripts the log-in page needs: the entry, its route and its texts. Read by scripts/entry-size.mjs. */
export class LogInFilesPlugin {
  constructor(target, dist) {
    this.target = target;
    this.dist = dist;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tap('LogInFilesPlugin', (compilation) => {
      // A build to another place (`--output-path`) says nothing about what lies in dist.
      if (compiler.outputPath !== this.dist) return;
      const files = new Set(compilation.entrypoints.get('main').getFiles());
      for (const chunkGroup of compilation.chunkGroups) {
        const asked = chunkGroup.origins.some(({ request }) => request?.includes(LOG_IN) || request?.includes(TEXTS));
        if (asked) for (const file of chunkGroup.getFiles()) files.add(file);
      }
      const scripts = [...files].filter((file) => file.endsWith('.js')).sort();
      mkdirSync(dirname(this.target), { recursive: true });
      writeFileSync(this.target, `${JSON.stringify(scripts, null, 2)}\n`);
    });
  }
}
