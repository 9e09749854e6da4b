import type { ErrorCode, Poll } from '@inkling/contracts';
import type { en, LaterAreas } from './en';

/** One sentence per plural form of a language, selected by `count`; a missing form reads as `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/** A sentence with `{variables}`, or one per plural form. */
export type Message = string | PluralForms;

/** Every sentence of the interface, as in English. */
export type Catalogue = typeof en & LaterAreas;

/** An area in another language: the same keys, and plural forms where English has them. */
export type Translated<Area> = { readonly [Key in keyof Area]: Area[Key] extends string ? string : PluralForms };

/** Failures in another language, by code: English ones come from the server. `network` means that no answer came. */
export type FailureSentences = Record<ErrorCode | 'network', string>;

/** Names of a poll's classification in another language; English shows the server's words. */
export type Terms = Record<NonNullable<Poll['mood'] | Poll['context'] | Poll['seasonality']>, string>;

/** The whole interface in another language. */
export type Translation = { readonly [Area in keyof Catalogue]: Translated<Catalogue[Area]> } & {
  readonly failures: FailureSentences;
  readonly terms: Terms;
};

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Variables<Entry> = Entry extends string ? NamesIn<Entry> : NamesIn<Entry[keyof Entry]>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type OddKeys<Area, Other> = {
  [Key in keyof Area & keyof Other & string]: Same<Variables<Area[Key]>, Variables<Other[Key]>> extends true
    ? never
    : Key;
}[keyof Area & keyof Other & string];

/** `area.key` of every sentence whose `{variables}` differ from the English one's; never, when all match. */
export type OddSentences<Other> = {
  [Area in keyof Catalogue & keyof Other & string]: `${Area}.${OddKeys<Catalogue[Area], Other[Area]>}`;
}[keyof Catalogue & keyof Other & string];
/** Compiles only for never, and names the odd sentences. */
export type None<Odd extends never> = Odd;
