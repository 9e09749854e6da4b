import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/dom';

// What is waited for comes as soon as the machine gets to it; a busy one may take longer than the usual second.
configure({ asyncUtilTimeout: 15_000 });

// The server sets it with a session; whether there is one, a spec's server says.
document.cookie = 'inkling_session_hint=of-a-spec; path=/';

// jsdom has no layout: components that ask for it get an answer that says "nothing matches, nothing is visible".
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
// Nor does it read a blob other than through a FileReader.
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
