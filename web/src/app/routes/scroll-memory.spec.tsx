import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
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

describe('an address with an anchor', () => {
  /** Opens the address as the first page of a tab, with its content at once or later. */
  function openAt(address: string, content: 'at once' | 'later') {
    cleanup();
    const sections = <section id="what-we-keep">What we keep</section>;
    const page = (there: boolean) => (
      <MemoryRouter initialEntries={[address]}>
        <ScrollMemory />
        {there && sections}
      </MemoryRouter>
    );
    const { rerender } = render(page(content === 'at once'));
    return () => rerender(page(true));
  }
  const seen: string[] = [];
  let grow: (() => void)[];
  beforeEach(() => {
    seen.length = 0;
    grow = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      seen.push(this.id);
    };
    globalThis.ResizeObserver = class {
      constructor(private readonly callback: () => void) {}
      observe() {
        grow.push(this.callback);
      }
      unobserve() {}
      disconnect() {
        grow = grow.filter((each) => each !== this.callback);
      }
    } as unknown as typeof ResizeObserver;
  });

  it('that is opened directly shows its section', () => {
    openAt('/help#what-we-keep', 'at once');
    expect(seen).toEqual(['what-we-keep']);
  });

  it('shows its section also when the page comes later, and once only when someone scrolls meanwhile', () => {
    const arrive = openAt('/help#what-we-keep', 'later');
    expect(seen).toEqual([]);
    act(arrive);
    act(() => grow.forEach((each) => each()));
    expect(seen).toEqual(['what-we-keep']);
    fireEvent.wheel(window);
    act(() => grow.forEach((each) => each()));
    expect(seen).toEqual(['what-we-keep']);
  });

  it('that names no section stays where it is', () => {
    openAt('/help#%E0%A4%A', 'at once');
    act(() => grow.forEach((each) => each()));
    expect(seen).toEqual([]);
  });

  it('returns to where one was when the page is loaded again', () => {
    sessionStorage.setItem('inkling_scroll', JSON.stringify({ 'default /help#what-we-keep': 900 }));
    openAt('/help#what-we-keep', 'at once');
    expect([seen, top]).toEqual([[], 900]);
  });
});
