import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { live } from '../../lib/realtime';
import { commentsKey, type CommentPages } from './api/comment-list';
import { settled, withoutComment } from './comment-pages';

/** After a lost connection everyone reconnects at once; their reads are spread over this many milliseconds. */
const SPREAD_MS = 2_000;

/** Adds and removes other people's comments live while the list is on screen. */
export function useLiveComments(pollId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = commentsKey(pollId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey }), Math.random() * SPREAD_MS);
    };
    const stopFrames = live.onFrame((frame) => {
      if ((frame.type !== 'poll_comment' && frame.type !== 'poll_comment_update') || frame.pollId !== pollId) return;
      // A read that began before the frame, even one still under way, may lack the comment.
      if (
        client.isFetching({ queryKey }) > 0 ||
        (frame.type === 'poll_comment_update' && frame.deletedId === undefined)
      )
        return readAgain();
      client.setQueryData<CommentPages>(queryKey, (data) =>
        frame.type === 'poll_comment' ? settled(data, frame.comment) : withoutComment(data, frame.deletedId ?? 0),
      );
    });
    const stopReconnects = live.onReconnect(readAgain);
    return () => {
      clearTimeout(timer);
      stopFrames();
      stopReconnects();
    };
  }, [client, pollId]);
}
