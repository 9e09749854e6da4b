import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n';
import { mediaKind } from '../../lib/media-kind';
import { mediaProblem } from './check-media';
import { forgetOptionPictures, keepOptionPictures, recoverOptionPictures } from './draft-media';
import { shrinkPicture } from './shrink-picture';

/** The picture of an option, with an object URL. */
export interface OptionPicture {
  file: File;
  url: string;
}

const shown = (file: File): OptionPicture => ({ file, url: URL.createObjectURL(file) });
const placed = <T>(list: readonly (T | null)[], index: number, value: T | null): (T | null)[] =>
  Array.from({ length: Math.max(list.length, index + 1) }, (_, at) => (at === index ? value : (list[at] ?? null)));

/**
 * The pictures of the form's options, by the option's index. They are kept for the next visit.
 * @param had the kept draft had some
 * @param shows the form began with that draft; else `bringBack` shows its pictures
 */
export function useOptionPictures(userId: number | undefined, had: boolean, shows: boolean) {
  const [pictures, setPictures] = useState<(OptionPicture | null)[]>([]);
  const [problems, setProblems] = useState<(string | null)[]>([]);
  const touched = useRef(false);
  const kept = useRef<Promise<(File | null)[]> | null>(null);
  /** The latest choice of each option. A choice that is no longer here is dropped once its file is ready. */
  const choices = useRef<(object | null)[]>([]);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    const used = new Set(pictures.flatMap((picture) => picture?.url ?? []));
    for (const url of urls.current) if (!used.has(url)) URL.revokeObjectURL(url);
    urls.current = used;
    if (userId === undefined || !touched.current) return;
    const files = pictures.map((picture) => picture?.file ?? null);
    void (files.some((file) => file !== null) ? keepOptionPictures(userId, files) : forgetOptionPictures());
  }, [pictures, userId]);
  useEffect(
    () => () => {
      choices.current = [];
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  useEffect(() => {
    if (!had || userId === undefined) return;
    let left = false;
    // Read even if they are not shown yet, because the next choice overwrites them.
    kept.current = recoverOptionPictures(userId);
    void kept.current.then((files) => {
      if (shows && !left && !touched.current) setPictures(files.map((file) => file && shown(file)));
    });
    return () => {
      left = true;
    };
  }, [had, shows, userId]);

  const choose = useCallback(async (index: number, file: File) => {
    touched.current = true;
    const choice = {};
    choices.current = placed(choices.current, index, choice);
    const kind = await mediaKind(file).catch(() => null);
    // Options before this one may have been removed meanwhile.
    const checkedAt = choices.current.indexOf(choice);
    if (checkedAt === -1) return;
    const why = kind === 'video' ? t('create.pictureKind') : mediaProblem(kind, file);
    setProblems((before) => placed(before, checkedAt, why));
    if (why !== null) return;
    const small = await shrinkPicture(file);
    const readyAt = choices.current.indexOf(choice);
    if (readyAt === -1) return;
    const picture = shown(small);
    setPictures((before) => placed(before, readyAt, picture));
  }, []);
  const removeOption = useCallback((index: number) => {
    touched.current = true;
    choices.current = choices.current.filter((_, at) => at !== index);
    setPictures((before) => before.filter((_, at) => at !== index));
    setProblems((before) => before.filter((_, at) => at !== index));
  }, []);
  const clear = useCallback(() => {
    touched.current = true;
    choices.current = [];
    setPictures([]);
    setProblems([]);
  }, []);
  const bringBack = useCallback(async () => {
    touched.current = true;
    const choice = {};
    choices.current = [choice];
    setProblems([]);
    const files = (await kept.current) ?? [];
    if (choices.current.includes(choice)) setPictures(files.map((file) => file && shown(file)));
  }, []);
  return { pictures, problems, choose, removeOption, clear, bringBack };
}
