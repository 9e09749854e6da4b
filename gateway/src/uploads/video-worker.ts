// Runs in a separate thread (see videos.ts). It imports no file of the package, because specs start it from source.
import { stat } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny';

export interface VideoJob {
  /** The file to read. */
  readonly source: string;
  /** The file to write, of the same kind. */
  readonly target: string;
  readonly container: 'mp4' | 'webm';
  readonly secondsMax: number;
}

/** The thread's input. `progress` counts its steps, which shows whether a busy thread still advances. */
export interface VideoWork {
  readonly job: VideoJob;
  readonly progress: Int32Array<SharedArrayBuffer>;
}

export type Refusal = 'unreadable' | 'no-picture' | 'codec' | 'sound' | 'too-long' | 'too-large';

/** `failed` is the code of a system error such as ENOSPC; the video itself may be fine. */
export type VideoOutcome =
  | { readonly width: number; readonly height: number; readonly duration: number }
  | { readonly refused: Refusal; readonly detail?: string }
  | { readonly failed: string };

/** Codecs that browsers play. */
const VIDEO_CODECS: readonly VideoCodec[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1'];
const AUDIO_CODECS: readonly AudioCodec[] = ['aac', 'opus', 'vorbis', 'mp3', 'flac'];
const SIDE_MAX = 8_192;
const PACKETS_MAX = 250_000;
const CACHE_BYTES = 4 * 1024 * 1024;
/** How many times larger than the file its packets may be in all: WebM can omit what they have in common. */
const GROWTH_MAX = 2;

const { job: JOB, progress: PROGRESS } = workerData as VideoWork;
const step = (): void => void Atomics.add(PROGRESS, 0, 1);

class Refused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

interface TrackSurvey {
  readonly sink: EncodedPacketSink;
  readonly packets: number;
  readonly start: number;
  readonly end: number;
  readonly first: EncodedPacket;
}

/** Goes through the packets of a track, without their data: their number, start and end. */
async function survey(track: InputVideoTrack | InputAudioTrack): Promise<TrackSurvey> {
  const sink = new EncodedPacketSink(track);
  // A decoder can only start with a key packet.
  const first = await sink.getFirstKeyPacket({ verifyKeyPackets: true });
  if (!first) throw new Refused('unreadable');
  let [packets, start, end] = [0, Infinity, 0];
  for await (const packet of sink.packets(first, undefined, { metadataOnly: true })) {
    packets += 1;
    step();
    if (packets > PACKETS_MAX) throw new Refused('too-long');
    start = Math.min(start, packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
  }
  return { sink, packets, start, end, first };
}

async function remux(job: VideoJob): Promise<VideoOutcome> {
  const input = new Input({
    source: new FilePathSource(job.source, { maxCacheSize: CACHE_BYTES }),
    formats: job.container === 'webm' ? [WEBM] : [MP4, QTFF],
  });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) throw new Refused('no-picture');
    const audio = await input.getPrimaryAudioTrack();
    const videoCodec = await video.getCodec();
    const audioCodec = (await audio?.getCodec()) ?? null;
    if (videoCodec === null || !VIDEO_CODECS.includes(videoCodec)) throw new Refused('codec');
    if (audio && (audioCodec === null || !AUDIO_CODECS.includes(audioCodec))) throw new Refused('sound');

    const picture = await survey(video);
    const sound = audio && audioCodec ? await survey(audio) : undefined;
    const lines = [picture, ...(sound ? [sound] : [])];
    const start = Math.min(...lines.map((line) => line.start));
    const duration = Math.max(...lines.map((line) => line.end)) - Math.max(start, 0);
    if (!(duration >= 0) || duration > job.secondsMax) throw new Refused('too-long');
    const [width, height, rotation, flip] = [
      await video.getDisplayWidth(),
      await video.getDisplayHeight(),
      await video.getRotation(),
      await video.getFlip(),
    ];
    if (!(width >= 1 && height >= 1)) throw new Refused('unreadable');
    if (width > SIDE_MAX || height > SIDE_MAX) throw new Refused('too-large');

    const webm = job.container === 'webm';
    const output = new Output({
      // The index comes first, so that playback starts at once. Its place is reserved, so that nothing is buffered.
      format: webm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' }),
      target: new FilePathTarget(job.target),
    });
    const videoSource = new EncodedVideoPacketSource(videoCodec);
    // Nothing else of the input is copied: no tags, no names, no other tracks.
    output.addVideoTrack(videoSource, { rotation, flip, maximumPacketCount: picture.packets });
    const audioSource = audioCodec && sound ? new EncodedAudioPacketSource(audioCodec) : undefined;
    if (audioSource && sound) output.addAudioTrack(audioSource, { maximumPacketCount: sound.packets });
    await output.start();

    // MP4 can have times before zero, for packets that only the decoder needs; WebM cannot.
    const shift = start > 0 || webm ? -start : 0;
    const videoMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined };
    const audioMeta = { decoderConfig: (await audio?.getDecoderConfig()) ?? undefined };
    const pictures = shifted(picture, shift);
    const sounds = sound ? shifted(sound, shift) : undefined;
    let room = GROWTH_MAX * (await stat(job.source)).size;
    const fits = (packet: EncodedPacket): EncodedPacket => {
      step();
      room -= packet.byteLength;
      // Packets that share bytes could turn a small file into one that fills the disk.
      if (room < 0) throw new Refused('unreadable');
      return packet;
    };
    let [nextPicture, nextSound] = [await pictures.next(), await sounds?.next()];
    // Packets are written in the order of time, so that a player never has to read far ahead for sound.
    while (!nextPicture.done || (nextSound && !nextSound.done)) {
      if (
        !nextPicture.done &&
        (!nextSound || nextSound.done || nextPicture.value.timestamp <= nextSound.value.timestamp)
      ) {
        await videoSource.add(fits(nextPicture.value), videoMeta);
        nextPicture = await pictures.next();
      } else if (nextSound && !nextSound.done) {
        await audioSource?.add(fits(nextSound.value), audioMeta);
        nextSound = await sounds?.next();
      }
    }
    await output.finalize();
    return { width: Math.round(width), height: Math.round(height), duration };
  } finally {
    input.dispose();
  }
}

/** A track's packets on the output's clock, without side data such as alpha. */
async function* shifted(line: TrackSurvey, shift: number): AsyncGenerator<EncodedPacket, undefined> {
  let latest = -Infinity;
  for await (const packet of line.sink.packets(line.first, undefined, { verifyKeyPackets: true })) {
    const timestamp = packet.timestamp + shift;
    // A key packet shown before its predecessors stays in their group, because the container cannot express it.
    const type = packet.type === 'key' && timestamp < latest ? 'delta' : packet.type;
    latest = Math.max(latest, timestamp);
    yield packet.clone({ timestamp, type, sideData: {} });
  }
  return undefined;
}

async function outcome(job: VideoJob): Promise<VideoOutcome> {
  try {
    return await remux(job);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    const code: unknown = (error as { code?: unknown } | null)?.code;
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return { failed: code };
    return { refused: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}

step();
parentPort?.postMessage(await outcome(JOB));
