import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { merge } from 'webpack-merge';
import { BudgetFilesPlugin } from './budgetFiles.mjs';
import { common, root } from './common.mjs';
import { CspPlugin } from './csp.mjs';
import { PagesPlugin } from './pages.mjs';
import { isOfShell } from './shellChunk.mjs';

const inPackages = (...names) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;

export default merge(common({ development: false }), {
  mode: 'production',
  devtool: 'hidden-source-map',
  output: { filename: 'assets/[name].[contenthash:8].js', chunkFilename: 'assets/[name].[contenthash:8].js' },
  optimization: {
    runtimeChunk: 'single',
    moduleIds: 'deterministic',
    minimizer: [
      new MinimizerPlugin({
        minify: MinimizerPlugin.swcMinify,
        minimizerOptions: { compress: { passes: 3, ecma: 2020 }, mangle: true },
        extractComments: false,
      }),
    ],
    splitChunks: {
      // What comes before the log-in comes as one file; other pages have its parts again.
      chunks: ({ name }) => name !== 'guest',
      maxInitialRequests: 8,
      // Bytes of source. Smaller shared files would make most pages larger: many small files compress worse than a few.
      minSize: 30_000,
      cacheGroups: {
        core: {
          name: 'vendor-core',
          chunks: 'initial',
          priority: 30,
          test: inPackages('.+'),
        },
        shell: { name: 'shell', chunks: 'async', priority: 28, enforce: true, test: isOfShell },
        calendar: {
          name: 'vendor-calendar',
          chunks: 'async',
          priority: 25,
          test: /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*(?:[Cc]alendar|datepicker)/,
        },
        // Nearly every page counts days; what opens above a page comes later.
        date: { name: 'vendor-date', chunks: 'async', priority: 23, test: /[\\/]@internationalized[\\/]date[\\/]/ },
        list: { name: 'vendor-list', chunks: 'async', priority: 22, test: inPackages('@tanstack') },
        form: { name: 'vendor-form', chunks: 'async', priority: 22, test: inPackages('react-hook-form', '@hookform') },
        rac: {
          name: 'vendor-rac',
          chunks: 'async',
          priority: 20,
          test: inPackages(
            'react-aria',
            'react-stately',
            'react-aria-components',
            '@react-types',
            '@internationalized',
            'clsx',
          ),
        },
      },
    },
  },
  module: {
    rules: [
      // Emotion's `withTheme` alone needs these; their packages do not say that they may be left out.
      { test: inPackages('hoist-non-react-statics', 'react-is'), sideEffects: false },
      { test: inPackages('react-router'), loader: resolve(import.meta.dirname, 'pureComponents.mjs') },
    ],
  },
  plugins: [
    new CspPlugin(),
    new PagesPlugin(root),
    new BudgetFilesPlugin(resolve(root, '.cache/budget-files.json'), resolve(root, 'dist')),
    new CompressionPlugin({ test: compressible, algorithm: 'gzip', compressionOptions: { level: 9 }, threshold: 1024 }),
    new CompressionPlugin({
      test: compressible,
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
      threshold: 1024,
    }),
  ],
});
