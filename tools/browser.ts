import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { readTar } from './tar.ts'

const cacheFolder = join(import.meta.dirname, '../.cache')

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page is gone before its scripts would have earned what optimizing them costs; but the same
  // pages are opened again and again, and are compiled once for that.
  '--js-flags=--no-maglev --no-turbofan --no-flush-bytecode',
  // A frame that stays the same frame when it goes to another page: a new one gets a script world of
  // Playwright's for each page that was before it. What else stands here is Playwright's own.
  '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
  // Nothing that a page names is asked for outside this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

interface Executable {
  path: string
  /** Environment that this executable needs and a browser of the system doesn't. */
  env?: Record<string, string>
}

/** Opens the browser of the end-to-end tests; with a fresh profile that goes with it. */
export async function launchBrowser(...moreFlags: readonly string[]): Promise<Browser> {
  const { path, env } = await findBrowser()
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: path,
      args: [...flags, ...moreFlags],
      chromiumSandbox,
      env: { ...definedEnvironment(), ...env },
    })
  // Chromium refuses its sandbox to root, and many containers refuse it to everybody.
  if (process.getuid?.() === 0) return launch(false)
  return launch(true).catch((error: unknown) => {
    if (/sandbox/i.test(String(error))) return launch(false)
    throw error
  })
}

/** `$CHROME_BIN`, else the Chromium that npm brought, else an installed one. */
export async function findBrowser(env = process.env): Promise<Executable> {
  const chosen = env['CHROME_BIN']
  if (chosen) {
    if (existsSync(chosen)) return { path: chosen }
    throw new Error(`CHROME_BIN names ${chosen}, which doesn't exist.`)
  }
  const found = (await chromiumOfNpm(cacheFolder)) ?? installedBrowser()
  if (found) return found
  throw new Error(
    'The end-to-end tests need a browser: install Chromium (Debian: apt-get install chromium) ' +
      'or name one in CHROME_BIN.',
  )
}

/** The package's own unpacking shares one fixed path in /tmp between all users; ours doesn't. */
export async function chromiumOfNpm(cache: string): Promise<Executable | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const packed = packedChromium()
  if (!packed) return null
  const folder = join(cache, `chromium-${packed.version}`)
  if (!existsSync(folder)) await unpack(packed.folder, folder)
  return runnable(folder)
}

function packedChromium(): { folder: string; version: string } | null {
  try {
    const require = createRequire(import.meta.url)
    const door = require.resolve('@sparticuz/chromium')
    const folder = door.slice(0, door.lastIndexOf('chromium/build') + 'chromium'.length)
    const manifest: { version: string } = require(join(folder, 'package.json'))
    return { folder: join(folder, 'bin'), version: manifest.version }
  } catch {
    return null
  }
}

/** Into a folder of its own that is renamed when whole; of two at once, one wins and both go on. */
async function unpack(packed: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const making = await mkdtemp(`${folder}.making-`)
  try {
    await Promise.all([
      unbrotli(join(packed, 'chromium.br')).then((data) =>
        writeFile(join(making, 'chromium'), data, { mode: 0o755 }),
      ),
      unpackTar(join(packed, 'al2023.tar.br'), making),
      unpackTar(join(packed, 'fonts.tar.br'), making),
    ])
    await writeFile(join(making, 'fonts.conf'), fontsConfiguration(folder))
    await chmod(making, 0o755)
    await rename(making, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

async function unbrotli(file: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(file))
}

async function unpackTar(file: string, folder: string): Promise<void> {
  for (const { name, content } of readTar(await unbrotli(file))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

/** The renderer crashes when it finds no font at all, so ours stand beside the system's. */
const fontsConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`

/** With the system's libraries where they suffice, else with those that came along, else null. */
function runnable(folder: string): Executable | null {
  const path = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (answersVersion(path, fonts)) return { path, env: fonts }
  const libraries = [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env = { ...fonts, LD_LIBRARY_PATH: libraries }
  return answersVersion(path, env) ? { path, env } : null
}

function answersVersion(path: string, env: Record<string, string>): boolean {
  const asked = spawnSync(path, ['--version'], { env: { ...process.env, ...env } })
  return asked.status === 0
}

function installedBrowser(): Executable | null {
  const path = (installedAt[process.platform] ?? []).find((candidate) => existsSync(candidate))
  return path === undefined ? null : { path }
}

const installedAt: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

function definedEnvironment(): Record<string, string> {
  const pairs = Object.entries(process.env)
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
