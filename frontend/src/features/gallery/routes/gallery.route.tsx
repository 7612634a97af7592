import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { GalleryPage as Component } from '../ui/GalleryPage';

export const handle: RouteHandle = { title: () => 'گالری اجزا' };
