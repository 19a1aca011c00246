// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodeLost, loadCode } from './load-code.ts'
import { beforeReload } from './version.ts'

const OURS = 'build-1'
const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
/** Returns code that arrives at this attempt. */
function codeAt(tries: number) {
  const load = vi.fn<() => Promise<string>>()
  for (let n = 1; n < tries; n++) load.mockRejectedValueOnce(new TypeError('cut'))
  return load.mockResolvedValue('code')
}

/** The build on the server. */
let served = OURS
beforeEach(() => {
  served = OURS
  reload.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(`// ${served}`)))
  document.head.innerHTML = `<meta name="build" content="${OURS}">`
})

describe('code that does not arrive', () => {
  it.each([
    [2, 1_000],
    [3, 5_000],
  ])('is fetched a %ith time after %i ms', async (tries, pauses) => {
    const load = codeAt(tries)
    const loaded = loadCode(load)
    await vi.advanceTimersByTimeAsync(pauses - 1)
    expect(load).toHaveBeenCalledTimes(tries - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await loaded).toBe('code')
    expect(reload).not.toHaveBeenCalled()
  })

  it('is lost after the third attempt', async () => {
    const lost = expect(loadCode(codeAt(9))).rejects.toThrow(CodeLost)
    await vi.advanceTimersByTimeAsync(5_000)
    await lost
  })

  it('is fetched again as soon as the device is back online', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = codeAt(2)
    const loaded = loadCode(load)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    expect(await loaded).toBe('code')
    online.mockRestore()
  })

  it('because the server has a new build loads that one, after saving what was typed', async () => {
    served = 'build-2'
    const save = vi.fn<() => Promise<void>>().mockResolvedValue()
    const forget = beforeReload(save)
    void loadCode(codeAt(2))
    await vi.advanceTimersByTimeAsync(1)
    expect(save).toHaveBeenCalledTimes(1)
    expect(reload).toHaveBeenCalledTimes(1)
    forget()
  })
})
