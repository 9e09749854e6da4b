import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Video } from './video';

describe('a video', () => {
  let see: (ratio: number) => void;
  let still: boolean;
  const play = jest.fn(function play(this: HTMLVideoElement) {
    Object.defineProperty(this, 'paused', { value: false, configurable: true });
    fireEvent.play(this);
    return Promise.resolve();
  });
  const pause = jest.fn(function pause(this: HTMLVideoElement) {
    Object.defineProperty(this, 'paused', { value: true, configurable: true });
    fireEvent.pause(this);
  });

  beforeEach(() => {
    jest.useFakeTimers();
    still = false;
    globalThis.IntersectionObserver = class {
      constructor(callback: (entries: { intersectionRatio: number }[]) => void) {
        see = (intersectionRatio) => act(() => callback([{ intersectionRatio }]));
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
    window.matchMedia = ((query: string) => ({
      matches: still && query.includes('reduced-motion'),
    })) as unknown as typeof window.matchMedia;
    HTMLMediaElement.prototype.play = play as never;
    HTMLMediaElement.prototype.pause = pause as never;
    play.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  it('plays muted once half of it has been visible for 300 ms, and pauses when it is not', () => {
    render(<Video src="/uploads/a.mp4" label="A tram" info={null} />);
    expect(screen.getByLabelText<HTMLVideoElement>('A tram').muted).toBe(true);
    see(0.49);
    wait(1_000);
    expect(play).not.toHaveBeenCalled();
    see(0.5);
    wait(299);
    expect(play).not.toHaveBeenCalled();
    wait(1);
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
    see(0.2);
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  it('stays paused when a person has paused it, and plays again when they start it', () => {
    render(<Video src="/uploads/a.mp4" label="A tram" info={null} />);
    see(1);
    wait(300);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    see(0);
    see(1);
    wait(300);
    expect(play).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    see(0);
    see(1);
    wait(300);
    expect(play).toHaveBeenCalledTimes(3);
  });

  it('waits for the person where they want less motion', () => {
    still = true;
    render(<Video src="/uploads/a.mp4" label="A tram" info={null} />);
    see(1);
    wait(1_000);
    expect(play).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('is heard when asked', () => {
    render(<Video src="/uploads/a.mp4" label="A tram" info={null} />);
    fireEvent.click(screen.getByRole('button', { name: 'Unmute' }));
    expect(screen.getByLabelText<HTMLVideoElement>('A tram').muted).toBe(false);
    expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  });
});
