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
  // Pages are too short-lived for optimizing compilers to pay off. Bytecode is kept, because the
  // same pages are opened repeatedly.
  '--js-flags=--no-maglev --no-turbofan --no-flush-bytecode',
  // Reuses the frame across navigations: a new one would get a script world of Playwright for each
  // earlier page. The first feature is Playwright's default.
  '--enable-features=CDPScreenshotNewSurface,RenderDocument:level/crashed-frame',
  // Pages can't reach other hosts.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

interface Executable {
  path: string
  /** Environment variables that this executable needs. */
  env?: Record<string, string>
}

/** Launches the browser of the end-to-end tests with a temporary profile. */
export async function launchBrowser(...moreFlags: readonly string[]): Promise<Browser> {
  const { path, env } = await findBrowser()
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: path,
      args: [...flags, ...moreFlags],
      chromiumSandbox,
      env: { ...definedEnvironment(), ...env },
    })
  // The sandbox of Chromium doesn't run as root, nor in many containers.
  if (process.getuid?.() === 0) return launch(false)
  return launch(true).catch((error: unknown) => {
    if (/sandbox/i.test(String(error))) return launch(false)
    throw error
  })
}

/** `$CHROME_BIN`, else the Chromium from npm, else an installed one. */
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

/** Unpacks the package here, because its own code uses one fixed path in /tmp for all users. */
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
    const entry = require.resolve('@sparticuz/chromium')
    const folder = entry.slice(0, entry.lastIndexOf('chromium/build') + 'chromium'.length)
    const manifest: { version: string } = require(join(folder, 'package.json'))
    return { folder: join(folder, 'bin'), version: manifest.version }
  } catch {
    return null
  }
}

/** Unpacks into a temporary folder and renames it. Of two processes one wins, and both continue. */
async function unpack(packed: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const temporary = await mkdtemp(`${folder}.temporary-`)
  try {
    await Promise.all([
      unbrotli(join(packed, 'chromium.br')).then((data) =>
        writeFile(join(temporary, 'chromium'), data, { mode: 0o755 }),
      ),
      unpackTar(join(packed, 'al2023.tar.br'), temporary),
      unpackTar(join(packed, 'fonts.tar.br'), temporary),
    ])
    await writeFile(join(temporary, 'fonts.conf'), fontsConfiguration(folder))
    await chmod(temporary, 0o755)
    await rename(temporary, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
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

/** Adds fonts to those of the system, because the renderer crashes without any. */
const fontsConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`

/** With the libraries of the system if they suffice, else with the unpacked ones, else null. */
function runnable(folder: string): Executable | null {
  const path = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (canRun(path, fonts)) return { path, env: fonts }
  const libraries = [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env = { ...fonts, LD_LIBRARY_PATH: libraries }
  return canRun(path, env) ? { path, env } : null
}

function canRun(path: string, env: Record<string, string>): boolean {
  const { status } = spawnSync(path, ['--version'], { env: { ...process.env, ...env } })
  return status === 0
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
