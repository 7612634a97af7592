import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import HtmlPlugin from 'html-webpack-plugin';

const SHELL = './shell/ProtectedLayout';

/** Writes into the page what theme-boot.js asks for early: the files and first calls of each page that begins a visit. */
export class PagesPlugin {
  constructor(root) {
    this.pages = resolve(root, 'src/app/firstCalls.json');
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('PagesPlugin', (compilation) => {
      HtmlPlugin.getCompilationHooks(compilation).alterAssetTags.tap('PagesPlugin', (data) => {
        const { shell, pages } = JSON.parse(readFileSync(this.pages, 'utf8'));
        const first = new Set(compilation.entrypoints.get('main').getFiles());
        const filesOf = (request) => {
          const groups = compilation.chunkGroups.filter((group) =>
            group.origins.some((origin) => origin.request?.endsWith(request)),
          );
          if (groups.length === 0) throw new Error(`firstCalls.json: no code is loaded as ${request}`);
          return groups.flatMap((group) => group.getFiles()).filter((file) => file.endsWith('.js') && !first.has(file));
        };
        const content = pages.map(({ path, route, texts, calls }) => {
          const needed = [SHELL, route, ...texts.map((name) => `fa/${name}.json`)];
          return {
            path,
            files: [...new Set(needed.flatMap(filesOf))].map((file) => `/${file}`),
            calls: [...shell, ...calls],
          };
        });
        data.assetTags.meta.push({
          tagName: 'meta',
          voidTag: true,
          attributes: { name: 'pishkhan-pages', content: JSON.stringify(content).replaceAll('"', '&quot;') },
        });
      });
    });
  }
}
