import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ORDINARY_KIND, type PollPreview } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import sharp from 'sharp';
import { emojiFiles } from './card-emoji.js';
import { fontParts } from './card-fonts.js';
import { cardContent, textsOf } from './card-content.js';
import { cardLayout, type CardPictures } from './card-layout.js';
import type { CardPainter, Painted } from './card-painter.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-paths.js';

const poll = (id: number, name: string, question: string, options: string[], votes?: number[]): PollPreview => ({
  id,
  question,
  options: options.map((text, index) => (votes ? { text, votes: votes[index]! } : { text })),
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: { id, username: `user${id}`, name, profilePicture: null },
  ...ORDINARY_KIND,
  visibility: 'public',
  votesCount: votes?.reduce((sum, count) => sum + count, 0) ?? 0,
  resultsVisible: votes !== undefined,
});

/** A poll in each script that cards are drawn in, by the script's name. */
export const POLLS: Readonly<Record<string, PollPreview>> = {
  arabic: poll(
    1,
    'نور حداد',
    'ما هو أفضل وقت للقراءة (صباحًا أم مساءً)؟',
    ['في الصباح الباكر', 'بعد الظهر', 'قبل النوم 🌙'],
    [12, 7, 30],
  ),
  hebrew: poll(2, 'נועה כהן', 'מה שותים בבוקר: קפה או תה?', ['קפה שחור', 'תה עם נענע', 'מים, 2 כוסות']),
  devanagari: poll(
    3,
    'अनन्या शर्मा',
    'क्षेत्रीय त्योहारों में आपको सबसे ज़्यादा क्या पसंद है?',
    ['संगीत और नृत्य', 'मिठाइयाँ 🍬', 'परिवार के साथ समय'],
    [4, 9, 2],
  ),
  japanese: poll(4, '田中 結衣', '週に何日オフィスで働くのがちょうどいいですか？骨', [
    '一日も行きたくない',
    '一日か二日',
    '三日以上',
  ]),
  chinese: poll(5, '王小明', '周末你最喜欢和朋友一起做什么？骨', ['去公园散步', '在家看电影 🎬', '吃火锅'], [8, 3, 21]),
  korean: poll(6, '김유나', '점심으로 무엇을 먹을까요?', ['비빔밥', '냉면', '김치찌개', '샌드위치']),
  thai: poll(7, 'สมชาย ใจดี', 'คุณชอบไปเที่ยวที่ไหนมากที่สุดในช่วงวันหยุด', ['ทะเล', 'ภูเขา', 'อยู่บ้าน'], [5, 5, 1]),
  bengali: poll(8, 'অনন্যা রায়', 'তোমার প্রিয় ঋতু কোনটি?', ['গ্রীষ্ম', 'বর্ষা', 'শীত']),
  tamil: poll(9, 'கவிதா', 'உங்களுக்கு பிடித்த காலை உணவு எது?', ['இட்லி', 'தோசை', 'பொங்கல்'], [2, 6, 4]),
  greek: poll(
    10,
    'Ελένη Παπαδοπούλου',
    'Ποιο χρώμα προτιμάς; Какой цвет?',
    ['Γαλάζιο', 'Красный ❤️', 'Zelená 🌿', '👩‍👩‍👧 Family', 'E', 'F'],
    [3, 2, 5, 1, 0, 1],
  ),
};

/** The card of a poll, as it is drawn for a request. A busy machine may need longer than a request waits. */
export function drawCard(
  painter: CardPainter,
  shown: PollPreview,
  pictures: CardPictures = {},
  faces = fontParts,
): Promise<Painted> {
  const content = cardContent(shown);
  const texts = textsOf(content);
  const drawing = { layout: cardLayout(content, pictures), fonts: faces(texts), emoji: emojiFiles(texts) };
  return eventually(() => painter.paint(drawing), { timeoutMs: 50_000 });
}

const COLUMNS = 2;

/** Writes cards side by side into one picture, to be looked at. */
export async function writeSheet(cards: readonly Buffer[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [width, height] = [CARD_WIDTH / 2, CARD_HEIGHT / 2];
  const small = await Promise.all(cards.map((card) => sharp(card).resize(width, height).toBuffer()));
  const rows = Math.ceil(cards.length / COLUMNS);
  const composed = small.map((input, index) => ({
    input,
    left: (index % COLUMNS) * width,
    top: Math.floor(index / COLUMNS) * height,
  }));
  await sharp({ create: { width: COLUMNS * width, height: rows * height, channels: 3, background: '#888' } })
    .composite(composed)
    .png()
    .toFile(join(folder, 'cards.png'));
}
