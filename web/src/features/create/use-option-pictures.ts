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

type Pictures = (OptionPicture | null)[];

const shown = (file: File): OptionPicture => ({ file, url: URL.createObjectURL(file) });
const placed = (pictures: Pictures, index: number, picture: OptionPicture | null): Pictures =>
  Array.from({ length: Math.max(pictures.length, index + 1) }, (_, at) =>
    at === index ? picture : (pictures[at] ?? null),
  );

/**
 * The pictures of the form's options, by the option's index. They are kept for the next visit.
 * @param recovers the restored draft had some
 */
export function useOptionPictures(userId: number | undefined, recovers: boolean) {
  const [pictures, setPictures] = useState<Pictures>([]);
  const [problems, setProblems] = useState<(string | undefined)[]>([]);
  const touched = useRef(false);
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
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );

  useEffect(() => {
    if (!recovers || userId === undefined) return;
    void recoverOptionPictures(userId).then((files) => {
      if (!touched.current) setPictures(files.map((file) => file && shown(file)));
    });
  }, [recovers, userId]);

  const choose = useCallback(async (index: number, file: File) => {
    touched.current = true;
    const kind = await mediaKind(file).catch(() => null);
    const why = kind === 'video' ? t('create.pictureKind') : mediaProblem(kind, file);
    setProblems((before) =>
      Array.from({ length: index + 1 }, (_, at) => (at === index ? (why ?? undefined) : before[at])),
    );
    if (why !== null) return;
    const small = await shrinkPicture(file);
    setPictures((before) => placed(before, index, shown(small)));
  }, []);
  const removeOption = useCallback((index: number) => {
    touched.current = true;
    setPictures((before) => before.filter((_, at) => at !== index));
    setProblems((before) => before.filter((_, at) => at !== index));
  }, []);
  const clear = useCallback(() => {
    touched.current = true;
    setPictures([]);
    setProblems([]);
  }, []);
  return { pictures, problems, choose, removeOption, clear };
}
