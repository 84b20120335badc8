import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../tools/install.mjs'

/** A version of the repository, installed and built. */
export interface Code {
  readonly name: string
  readonly folder: string
}

export function newestRelease(): string | null {
  const [newest = ''] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  return newest === '' ? null : newest
}

/** Checked out once, into a work tree of its own. */
export async function releaseAt(ref: string): Promise<Code> {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(root, '.cache', 'upgrade', commit.slice(0, 12))
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    git('worktree', 'prune')
    git('worktree', 'add', '--quiet', '--detach', folder, commit)
  }
  const install = "(await import('./tools/install.mjs')).ensureInstalled('lean')"
  run(process.execPath, ['--input-type=module', '--eval', install], folder)
  run(process.execPath, ['tools/build.mjs'], folder)
  return { name: `${ref} (${commit.slice(0, 12)})`, folder }
}

const git = (...args: readonly string[]): string => run('git', args, root).trim()

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${cwd}`)
  return stdout
}
