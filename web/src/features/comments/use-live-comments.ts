import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { live } from '../../lib/realtime';
import { commentsKey, type CommentPages } from './api/comment-list';
import { settled, withoutComment } from './comment-pages';

/** After a lost connection everyone comes back at once; their reads are spread over this many milliseconds. */
const SPREAD_MS = 2_000;

/** Brings comments that others add and delete into the list while it is on screen (decisions, Realtime). */
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
      // What is read before the frame may lack it, and what is being read may, too.
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
