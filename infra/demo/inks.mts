/** The product's colours (docs/product.md#appearance): each ink as fill, tint and edge. */
export const INKS = {
  citron: { fill: '#DDF03C', tint: '#F2F8C2', edge: '#6F7C00' },
  coral: { fill: '#FFA48F', tint: '#FFE4DC', edge: '#B03A1F' },
  sky: { fill: '#90CBFF', tint: '#DDEFFF', edge: '#1C6FB8' },
  mint: { fill: '#80E1B4', tint: '#D8F6E7', edge: '#0F7D50' },
  orchid: { fill: '#DDB2FF', tint: '#F3E6FF', edge: '#8A45BF' },
  apricot: { fill: '#FFC661', tint: '#FFEDCB', edge: '#A36500' },
};
export const INK = '#14171C';
export const PAPER = '#F0F1EA';
