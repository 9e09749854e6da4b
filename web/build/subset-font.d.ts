declare module 'subset-font' {
  interface Limits {
    /** Keeps every glyph, where no text says which ones are needed. */
    keepAllGlyphs: true;
    targetFormat: 'woff2';
    /** The range that stays of each axis. */
    variationAxes: Record<string, { min: number; max: number }>;
  }
  /** Limits the axes of a variable font. */
  export default function subsetFont(font: Buffer, text: undefined, limits: Limits): Promise<Buffer>;
}
