import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useNavigate } from 'react-router';
import { ScrollMemory } from './scroll-memory';

let top = 0;
let reads = 0;

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

beforeEach(() => {
  [top, reads] = [0, 0];
  sessionStorage.clear();
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => ((reads += 1), top) });
  window.scrollTo = jest.fn((to: ScrollToOptions) => (top = to.top ?? 0)) as unknown as typeof scrollTo;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  render(
    <MemoryRouter initialEntries={['/home']}>
      <ScrollMemory />
      <Link to="/poll/1">Open</Link>
      <Back />
    </MemoryRouter>,
  );
});

it('returns to where the page was when the link was pressed, though it had only just moved', () => {
  top = 4_321;
  fireEvent.scroll(window);
  fireEvent.click(screen.getByText('Open'));
  expect(top).toBe(0);
  fireEvent.click(screen.getByText('Back'));
  expect(top).toBe(4_321);
});

it('asks where the page is once a frame at most, after it has been drawn', async () => {
  reads = 0;
  for (const step of [100, 200, 300]) {
    top = step;
    fireEvent.scroll(window);
  }
  expect(reads).toBe(0);
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
  expect(reads).toBe(1);
});
