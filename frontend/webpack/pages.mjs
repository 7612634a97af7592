import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import HtmlPlugin from 'html-webpack-plugin';
import { SHELL } from './shellChunk.mjs';

const BOOT = '<script src="/theme-boot.js">';
const quoted = (text) => String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

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
        const content = pages.map(({ path, guest = false, route, texts, calls }) => {
          const needed = [...(guest ? [] : SHELL), route, ...texts.map((name) => `fa/${name}.json`)];
          return {
            path,
            files: [...new Set(needed.flatMap(filesOf))].map((file) => `/${file}`),
            // A page that needs no session asks nothing: without one it would only be refused.
            calls: guest ? calls : [...shell, ...calls],
          };
        });
        data.assetTags.meta.push({
          tagName: 'meta',
          voidTag: true,
          attributes: { name: 'pishkhan-pages', content: JSON.stringify(content) },
        });
        return data;
      });
      // Before the script that reads them: it runs as soon as it is met.
      HtmlPlugin.getCompilationHooks(compilation).afterTemplateExecution.tap('PagesPlugin', (data) => {
        if (!data.html.includes(BOOT)) throw new Error(`index.html has no ${BOOT}`);
        const isMeta = ({ tagName }) => tagName === 'meta';
        const metas = data.headTags.filter(isMeta).map(({ attributes }) => {
          const written = Object.entries(attributes).map(([name, value]) => `${name}="${quoted(value)}"`);
          return `<meta ${written.join(' ')}>`;
        });
        data.headTags = data.headTags.filter((tag) => !isMeta(tag));
        data.html = data.html.replace(BOOT, () => metas.join('') + BOOT);
        return data;
      });
    });
  }
}
