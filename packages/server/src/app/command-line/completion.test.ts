import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { completionScript } from './completion.ts'
import { createHelp } from './create-usage.ts'
import { payoutHelp } from './operator-usage.ts'
import { seedHelp } from './seed-usage.ts'

const script = completionScript([
  { name: 'payout', help: payoutHelp },
  { name: 'seed', help: seedHelp },
  { name: 'token', help: createHelp.token },
])

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ')
  const call = `COMP_WORDS=(guildhall ${line}); COMP_CWORD=${words.length}; _guildhall`
  const said = execFileSync('bash', ['-c', `${script}\n${call}\nprintf '%s\\n' "\${COMPREPLY[@]}"`])
  return said.toString().trim().split('\n')
}

describe('the script completes', () => {
  it('commands', () => {
    expect(offered('')).toEqual(['payout', 'seed', 'token'])
    expect(offered('pa')).toEqual(['payout'])
  })

  it('options of a command', () => {
    expect(offered('payout', '--')).toEqual(['--yes', '--with-debts', '--json', '--help'])
    expect(offered('seed', '--print')).toEqual(['--print-env'])
    expect(offered('token', 'create', '--mem')).toEqual(['--member'])
    expect(offered('token', 'create', '--url')).toEqual([''])
    expect(offered('nothing', '--')).toEqual([''])
  })
})
