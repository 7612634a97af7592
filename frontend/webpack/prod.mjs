import { resolve } from 'node:path';
import { constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { merge } from 'webpack-merge';
import { common, root } from './common.mjs';
import { CspPlugin } from './csp.mjs';
import { LogInFilesPlugin } from './logInFiles.mjs';

const inPackages = (...names) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join('|')})[\\\\/]`);

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;

export default merge(common({ development: false }), {
  mode: 'production',
  devtool: 'hidden-source-map',
  output: { filename: 'assets/[name].[contenthash:10].js', chunkFilename: 'assets/[name].[contenthash:10].js' },
  optimization: {
    runtimeChunk: 'single',
    moduleIds: 'deterministic',
    minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
    splitChunks: {
      chunks: 'all',
      maxInitialRequests: 8,
      cacheGroups: {
        core: {
          name: 'vendor-core',
          chunks: 'initial',
          priority: 30,
          test: inPackages(
            'react',
            'react-dom',
            'scheduler',
            'react-router',
            '@reduxjs',
            'redux',
            'react-redux',
            'reselect',
            'immer',
            '@emotion',
            'stylis',
            'i18next',
            'react-i18next',
          ),
        },
        calendar: {
          name: 'vendor-calendar',
          chunks: 'async',
          priority: 25,
          test: /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*(?:[Cc]alendar|datepicker)/,
        },
        rac: {
          name: 'vendor-rac',
          chunks: 'async',
          priority: 20,
          test: inPackages('react-aria', 'react-stately', 'react-aria-components', '@react-types'),
        },
      },
    },
  },
  plugins: [
    new CspPlugin(),
    new LogInFilesPlugin(resolve(root, '.cache/log-in-files.json'), resolve(root, 'dist')),
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
