declare module 'subset-font' {
  /** Reduces a font to the glyphs that a text needs, with each axis set to one value. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' | 'woff2'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
