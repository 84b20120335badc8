interface TarFile {
  name: string
  content: Buffer
}

const blockBytes = 512

/** The plain files of a tar archive whose names fit the classic header. */
export function* readTar(archive: Buffer): Generator<TarFile> {
  let offset = 0
  while (offset + blockBytes <= archive.length) {
    const header = archive.subarray(offset, offset + blockBytes)
    const name = text(header, 0, 100)
    if (name === '') return
    const size = Number.parseInt(text(header, 124, 12), 8)
    const start = offset + blockBytes
    if (isPlainFile(header)) yield { name, content: archive.subarray(start, start + size) }
    offset = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

function isPlainFile(header: Buffer): boolean {
  const kind = text(header, 156, 1)
  return kind === '0' || kind === ''
}

function text(header: Buffer, start: number, length: number): string {
  return header
    .toString('utf8', start, start + length)
    .replace(/\0[^]*$/, '')
    .trim()
}
