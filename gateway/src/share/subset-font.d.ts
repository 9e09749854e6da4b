declare module 'subset-font' {
  /** Makes a font of the glyphs that a text needs, with its axes pinned to a place each. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' | 'woff2'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
