import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// A busy machine may need longer than the default of one second.
configure({ asyncUtilTimeout: 15_000 });

// The server sets this cookie with a session; whether there is a session depends on a spec's own server.
document.cookie = 'inkling_session_hint=of-a-spec; path=/';

// jsdom has no layout: for components, no media query matches and nothing is visible.
window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});
for (const name of ['ResizeObserver', 'IntersectionObserver']) {
  window[name] ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
}
for (const [name, stand] of Object.entries({ scrollIntoView() {}, hasPointerCapture: () => false })) {
  if (!(name in Element.prototype))
    Object.defineProperty(Element.prototype, name, { value: stand, writable: true, configurable: true });
}
// jsdom reads blobs only through a FileReader.
if (!('arrayBuffer' in Blob.prototype)) {
  const value = function arrayBuffer() {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = () => reject(new Error('The blob could not be read', { cause: reader.error }));
      reader.readAsArrayBuffer(this);
    });
  };
  Object.defineProperty(Blob.prototype, 'arrayBuffer', { value, writable: true, configurable: true });
}
