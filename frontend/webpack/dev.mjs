import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { merge } from 'webpack-merge';
import { common } from './common.mjs';

const backend = process.env.PISHKHAN_URL ?? 'http://localhost:8080';

export default merge(common({ development: true, refresh: true }), {
  mode: 'development',
  devtool: 'cheap-module-source-map',
  output: { filename: '[name].js', chunkFilename: '[name].js' },
  devServer: {
    host: '127.0.0.1',
    port: 3000,
    hot: true,
    historyApiFallback: true,
    client: { overlay: { errors: true, warnings: false } },
    proxy: [
      {
        // With the slash: /seller-customers and /report-products are pages of the client.
        context: ['/auth/', '/user/', '/market/', '/seller/', '/report/', '/images/', '/media/', '/v/'],
        target: backend,
        // The browser's own Origin reaches the server, which checks it against the host.
        changeOrigin: false,
      },
    ],
  },
  plugins: [new ReactRefreshPlugin({ overlay: false })],
});
