import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import webpack from 'webpack';

const require = createRequire(import.meta.url);

/** The modules of React Aria that write a <style> element with a text of their own. */
const INJECTORS = ['overlays/usePreventScroll.mjs', 'interactions/usePress.mjs'];

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * The style texts that React Aria injects, read from the installed package, so that an upgrade that changes them
 * changes the policy too; one that moves them stops the build here instead of the page in the browser.
 */
export function injectedStyles() {
  const folder = resolve(dirname(require.resolve('react-aria/package.json')), 'dist/private');
  return INJECTORS.map((file) => {
    const source = readFileSync(resolve(folder, file), 'utf8');
    const literal = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1];
    if (literal === undefined)
      throw new Error(`react-aria/${file} no longer sets style.textContent: review the CSP hashes`);
    const text = literal.replace(/\$\{([^}]+)\}/g, (_, name) => {
      const value = new RegExp(`${name.trim().replace(/\$/g, '\\$')} = '([^']*)'`).exec(source)?.[1];
      if (value === undefined) throw new Error(`react-aria/${file}: cannot resolve ${name}`);
      return value;
    });
    return text.trim();
  });
}

/** Writes csp.json: what the server has to allow in `style-src` besides 'self'. */
export class CspPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('CspPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'CspPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          // Emotion's <style> elements stay empty in production: rules go in through the CSSOM.
          const styleHashes = ['', ...injectedStyles()].map(sha256);
          const json = `${JSON.stringify({ styleHashes }, null, 2)}\n`;
          compilation.emitAsset('csp.json', new webpack.sources.RawSource(json));
        },
      );
    });
  }
}
