import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import OptimizeLocales from '@react-aria/optimize-locales-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';
import webpack from 'webpack';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const built = (file) => resolve(root, 'node_modules', file.replace('/', '/dist/production/'));
const template = resolve(root, 'public/index.html');

/** What development and production share. `refresh` turns React Fast Refresh on. */
export const common = ({ development, refresh = false }) => ({
  context: root,
  entry: { main: './src/main.tsx' },
  output: { path: resolve(root, 'dist'), publicPath: '/', clean: true },
  resolve: {
    extensions: ['.tsx', '.ts', '.mjs', '.js'],
    // Its package names the development build alone, whose warnings would be shipped.
    alias: development
      ? {}
      : { 'react-router$': built('react-router/index.mjs'), 'react-router/dom$': built('react-router/dom-export.mjs') },
  },
  cache: {
    type: 'filesystem',
    cacheDirectory: resolve(root, '.cache/webpack'),
    buildDependencies: { config: [fileURLToPath(import.meta.url)] },
  },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        include: resolve(root, 'src'),
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', importSource: '@emotion/react', development, refresh } },
          },
          // Browsers of package.json's browserslist; no polyfills. Old Safari's one mistake with parameters is worked around
          // where it counts, instead of every function being written without destructured ones.
          env: { bugfixes: true, targets: 'chrome >= 109, safari >= 15.4, firefox >= 115' },
        },
      },
    ],
  },
  plugins: [
    new HtmlPlugin({
      template,
      scriptLoading: 'defer',
      minify: development ? false : { collapseWhitespace: true },
      // The API's origin, when it is another one of this site; read by shared/api/apiBase.ts.
      meta: { 'pishkhan-api': process.env.PISHKHAN_API_BASE ?? '' },
    }),
    new CopyPlugin({ patterns: [{ from: resolve(root, 'public'), globOptions: { ignore: [template] } }] }),
    // React Aria's own texts come from shared/i18n/racStrings.ts, so none of its 34 locales is shipped.
    OptimizeLocales.webpack({ locales: [] }),
    new webpack.DefinePlugin({
      __DEV__: JSON.stringify(development),
    }),
  ],
  performance: { hints: false },
});
