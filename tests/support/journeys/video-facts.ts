import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputTrack, Mp4InputFormat } from 'mediabunny'

export interface VideoFacts {
  isMp4: boolean
  durationSeconds: number
  video: { codec: string | null; width: number; height: number; packets: number } | null
  audio: { codec: string | null; channels: number; sampleRate: number; packets: number } | null
}

/** Reads a downloaded file, including every packet of every track. */
export async function videoFacts(path: string): Promise<VideoFacts> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video, audio, format] = [
    await input.getPrimaryVideoTrack(),
    await input.getPrimaryAudioTrack(),
    await input.getFormat(),
  ]
  return {
    isMp4: format instanceof Mp4InputFormat,
    durationSeconds: await input.computeDuration(),
    video: video && {
      codec: await video.getCodec(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      packets: await countPackets(video),
    },
    audio: audio && {
      codec: await audio.getCodec(),
      channels: await audio.getNumberOfChannels(),
      sampleRate: await audio.getSampleRate(),
      packets: await countPackets(audio),
    },
  }
}

async function countPackets(track: InputTrack): Promise<number> {
  let packets = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.data.byteLength > 0) packets += 1
  }
  return packets
}
