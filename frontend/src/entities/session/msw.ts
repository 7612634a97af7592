import { HttpResponse, http } from 'msw';

export const demoUser = { username: 'demo1', firstName: 'نرگس', lastName: 'رستمی' };

/** A valid session; give it a status for a refusal or an outage. */
export const sessionIs = (
  answer: 'valid' | 'invalid' | 'held back' | 'down' | 'offline' | 'cut off' | 'from a hotel' = 'valid',
) =>
  http.get('*/user/validate-token-app2', () => {
    switch (answer) {
      case 'valid':
        return HttpResponse.json({ user: demoUser, roles: ['seller'] });
      case 'invalid':
        return HttpResponse.json({ message: 'نشست شما معتبر نیست. دوباره وارد شوید.' }, { status: 401 });
      case 'held back':
        return HttpResponse.json({ message: 'تلاش‌های زیادی انجام شده است.' }, { status: 429 });
      case 'down':
        return HttpResponse.json({ message: 'سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.' }, { status: 503 });
      case 'offline':
        return HttpResponse.error();
      case 'cut off':
        return new HttpResponse(new ReadableStream({ start: (body) => body.error(new TypeError('aborted')) }));
      case 'from a hotel':
        return HttpResponse.html('<!doctype html><title>Wi-Fi</title>');
    }
  });

export const demoOperator = { username: 'operator', firstName: 'سارا', lastName: 'کریمی' };

/** A valid session of the platform's staff. */
export const operatorSession = () =>
  http.get('*/user/validate-token-app2', () => HttpResponse.json({ user: demoOperator, roles: ['operator'] }));
