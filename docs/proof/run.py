#!/usr/bin/env python3
"""Plants mutants one at a time (vitest) or a few of different screens together (journeys) and notes which tests fail.

  run.py TREE COLUMN [vitest|journeys|all|table] [--only id,id] [--group 12] [--whole] [--again] [--control]

vitest    web and office: every test file that imports the changed file, directly or not. api: the listed files, then
          the folder of the module.
journeys  what vitest did not catch and names journeys. --group 1 plants one at a time. --whole runs whole spec files
          rather than the named titles (always so for columns other than `before`).
--control runs the tests that caught something, without any mutant: they must pass.
Results: COLUMN.json (resumable: done ids are skipped unless --again) and COLUMN.md beside this file.
"""
import argparse, json, os, re, signal, subprocess, sys, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
args = argparse.ArgumentParser()
args.add_argument('tree'); args.add_argument('column'); args.add_argument('phase', nargs='?', default='all')
args.add_argument('--only', default=''); args.add_argument('--group', type=int, default=12)
args.add_argument('--whole', action='store_true'); args.add_argument('--again', action='store_true')
args.add_argument('--control', action='store_true'); args.add_argument('--until', default='')
A = args.parse_args()
ROOT = Path(A.tree).resolve()
OUT = HERE / f'{A.column}.json'
BACKUP = HERE / f'.{A.column}.backup.json'
ENV = {**os.environ, 'PATH': f"{ROOT}/node_modules/.bin:{os.environ['PATH']}", 'CI': '', 'FORCE_COLOR': '0', 'NO_COLOR': '1'}
MUTANTS = json.loads((HERE / 'mutants.json').read_text())
if A.only: MUTANTS = [m for m in MUTANTS if m['id'] in A.only.split(',')]
results = json.loads(OUT.read_text()) if OUT.exists() else {}
CHILD = []
strip = lambda text: re.sub(r'\x1b\[[0-9;]*m', '', text or '')


def call(command, env):
    child = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    CHILD[:] = [child]
    out, err = child.communicate()
    CHILD.clear()
    # Playwright leaves its product running when its global time-out ends it.
    try: os.killpg(child.pid, signal.SIGTERM); time.sleep(10)
    except ProcessLookupError: pass
    return subprocess.CompletedProcess(command, child.returncode, out, err)


def late():
    return A.until and time.strftime('%H:%M') >= A.until


def restore():
    if BACKUP.exists():
        for file, text in json.loads(BACKUP.read_text()).items(): (ROOT / file).write_text(text)
        BACKUP.unlink()


def apply(mutants):
    texts, changed = {}, {}
    for m in mutants:
        text = changed.get(m['file']) or (ROOT / m['file']).read_text()
        if text.count(m['find']) != 1: raise ValueError(f"{m['id']}: found {text.count(m['find'])} times")
        texts.setdefault(m['file'], text)
        changed[m['file']] = text.replace(m['find'], m['replace'])
    BACKUP.write_text(json.dumps(texts))
    for file, text in changed.items(): (ROOT / file).write_text(text)


def fits(m):
    file = ROOT / m['file']
    return file.exists() and file.read_text().count(m['find']) == 1


def save():
    OUT.write_text(json.dumps(results, indent=1, ensure_ascii=False))
    rows = ['| id | area | what | vitest | journeys | first failing test |', '|---|---|---|---|---|---|']
    every = json.loads((HERE / 'mutants.json').read_text())
    for m in every:
        r = results.get(m['id'])
        if not r: continue
        show = lambda x: '' if x is None else ('caught' if x['caught'] else 'no')
        first = next((x['by'][0] for x in (r.get('vitest'), r.get('journeys')) if x and x['caught'] and x['by']), '')
        rows.append(f"| {m['id']} | {m['area']} | {m['what']} | {show(r.get('vitest'))} | {show(r.get('journeys'))} | {first} |".replace('\n', ' '))
    ids = [m['id'] for m in every]
    r = lambda i, phase: (results.get(i) or {}).get(phase)
    by = lambda phase: [i for i in ids if (r(i, phase) or {}).get('caught')]
    unit = by('vitest'); journeys = [i for i in by('journeys') if i not in unit]
    stale = [i for i in ids if (results.get(i) or {}).get('stale')]
    ended = lambda m: (r(m['id'], 'vitest') and (r(m['id'], 'journeys') or not plan(m)[0]))
    none = [m['id'] for m in every if m['id'] not in unit + journeys + stale and ended(m)]
    rest = [i for i in ids if i not in unit + journeys + stale + none]
    head = [f'# {A.column}: {ROOT}', '', f'{len(ids)} mutants: {len(unit)} caught by vitest, {len(journeys)} by journeys alone, {len(none)} by neither, {len(rest)} not decided yet, {len(stale)} stale.', '',
            'By neither: ' + ', '.join(none), '', 'Not decided yet: ' + ', '.join(rest), '', 'Stale (the text to replace has changed): ' + ', '.join(stale), '']
    (HERE / f'{A.column}.md').write_text('\n'.join(head + rows) + '\n')


# Import graph ------------------------------------------------------------------------------------------------------
IMPORT = re.compile(r"""(?:from\s*|import\s*\(\s*|import\s+|vi\.mock\(\s*)['"](\.{1,2}/[^'"]+|@sesa/web/[^'"]+)['"]""")


def graph(folder):
    imports = {}
    for path in [*(ROOT / folder).rglob('*.ts'), *(ROOT / folder).rglob('*.tsx')]:
        if 'node_modules' in path.parts or 'dist' in path.parts: continue
        found = set()
        for spec in IMPORT.findall(path.read_text()):
            if spec.startswith('@sesa/web/'):
                rest = spec[len('@sesa/web/'):]
                places = {'forms': 'lib/forms/form.ts', 'format': 'lib/format.ts', 'http': 'lib/api/http.ts', 'load-state': 'lib/loading/load-state.ts', 'retry': 'lib/api/retry.ts'}
                target = ROOT / 'apps/web/src' / places.get(rest, rest)
            else: target = (path.parent / spec.split('?')[0]).resolve()
            found.add(str(target))
        imports[str(path)] = found
    return imports


def reaching(file, imports):
    users = {}
    for path, found in imports.items():
        for target in found: users.setdefault(target, set()).add(path)
    seen, todo = set(), [str((ROOT / file).resolve())]
    while todo:
        one = todo.pop()
        if one in seen: continue
        seen.add(one); todo += users.get(one, ())
    tests = [p for p in seen if re.search(r'\.test\.tsx?$', p)]
    here = str((ROOT / file).parent)
    near = lambda p: -len(os.path.commonpath([p, here]))
    return [os.path.relpath(p, ROOT) for p in sorted(tests, key=lambda p: (near(p), p))]


# Vitest ------------------------------------------------------------------------------------------------------------
def vitest(files, project, bail=1):
    report = HERE / f'.{A.column}.vitest.json'
    report.unlink(missing_ok=True)
    command = ['nice', '-n', '10', 'vitest', 'run', '--project', project, '--maxWorkers=1', f'--bail={bail}', '--reporter=json', f'--outputFile={report}', *files]
    done = call(command, ENV)
    if not report.exists(): return None, strip(done.stdout + done.stderr)[-1500:]
    data = json.loads(report.read_text())
    failed = []
    for suite in data['testResults']:
        name = os.path.relpath(suite['name'], ROOT)
        own = [t for t in suite['assertionResults'] if t['status'] == 'failed']
        failed += [(f"{name} › {t['title']}", strip((t.get('failureMessages') or [''])[0])[:300]) for t in own]
        if suite['status'] == 'failed' and not own and suite.get('message'): failed.append((f'{name} › (file)', strip(suite['message'])[:300]))
    if not failed and done.returncode != 0: failed.append(('(run)', strip(done.stdout + done.stderr)[-300:]))
    return failed, ''


def unit_files(m, graphs):
    if m['file'].startswith('apps/api'):
        module = re.match(r'apps/api/src/(modules/[^/]+|[^/]+)', m['file']).group(0)
        listed = [f for f in m['before'].get('unit', []) if (ROOT / f).exists()]
        return [c for c in (listed, [module]) if c], 'api'
    folder = '/'.join(m['file'].split('/')[:2]) + '/src'
    if folder not in graphs: graphs[folder] = graph(folder)
    files = reaching(m['file'], graphs[folder])
    feature = str(Path(m['file']).parent)
    if '/features/' in feature: feature = '/'.join(feature.split('/')[:5])
    if '/ui/' in feature: feature = 'apps/web/src/ui'
    near = [f for f in files if f.startswith(feature + '/')]
    # Files beside the changed one first: most often one of them notices.
    return [c for c in (near, [f for f in files if f not in near]) if c], 'node'


def note(m, failed, files, seconds, together):
    results[m['id']]['vitest'] = {'caught': bool(failed), 'by': [n for n, _ in failed], 'why': [w for _, w in failed], 'files': files, 'seconds': seconds, 'with': together}
    save()
    print(m['id'], 'caught by ' + failed[0][0] + ': ' + failed[0][1].replace('\n', ' ')[:160] if failed else f'not caught ({files} files)', seconds, 's', flush=True)


def run_vitest():
    """Plants several mutants at once: a green run acquits all of them, a red one is halved until one is left. Tests of api
    cost much to start and mostly convict, so there a red file convicts the one mutant of the group that lists it."""
    graphs, todo = {}, []
    for m in MUTANTS:
        r = results.setdefault(m['id'], {})
        if r.get('vitest') and not A.again: continue
        if fits(m): todo.append(m)
        else: r['stale'] = True; save(); print(m['id'], 'STALE', flush=True)
    for folder in ('apps/web', 'apps/office'):
        reach = {m['id']: sum(unit_files(m, graphs)[0], []) for m in todo if m['file'].startswith(folder)}
        few = [m for m in todo if m['id'] in reach and len(reach[m['id']]) <= FEW]
        many = [m for m in todo if m['id'] in reach and len(reach[m['id']]) > FEW]
        halve(few, reach)
        # Tests beside the changed file are quick, and mostly enough; the whole App takes longer.
        near = {m['id']: unit_files(m, graphs)[0][0] for m in many}
        for i in range(0, len(many), 8):
            halve(many[i:i + 8], near, last=False)
            halve([m for m in many[i:i + 8] if not results[m['id']].get('vitest')], reach)
    api = [m for m in todo if m['file'].startswith('apps/api')]
    left = []
    while api:
        if late(): return
        group, files, seen = [], [], set()
        for m in api:
            (own, *rest), _ = unit_files(m, graphs)
            module = m['file'].split('/')[4]
            if set(own) & set(files) or module in seen: continue
            group.append((m, own)); files += own; seen.add(module)
            if len(group) >= 6: break
        api = [m for m in api if all(m is not g for g, _ in group)]
        failed, problem, seconds = planted([m for m, _ in group], files, 'api')
        if problem: print('BROKEN', problem, flush=True); continue
        for m, own in group:
            mine = [f for f in failed if any(f[0].startswith(o) for o in own) or f[0].startswith('(')]
            if mine: note(m, mine, len(own), seconds, [g['id'] for g, _ in group if g is not m])
            else: left.append(m)
    for m in left:
        if late(): return
        files = unit_files(m, graphs)[0][-1]
        failed, problem, seconds = planted([m], files, 'api', bail=1)
        if problem: print('BROKEN', problem, flush=True)
        else: note(m, failed, len(files), seconds, [])


def planted(group, files, project, bail=0):
    start, failed, problem = time.time(), [], ''
    try:
        apply(group)
        if files: failed, problem = vitest(files, project, bail)
    finally: restore()
    seconds = round(time.time() - start)
    print('--', ', '.join(m['id'] for m in group), f'{len(files)} files, {len(failed or [])} red, {seconds} s', problem, flush=True)
    return failed, problem, seconds


def halve(group, reach, last=True):
    """Returns nothing; notes for each of the group whether one of the tests that reach it fails."""
    if not group or late(): return
    files = list(dict.fromkeys(f for m in group for f in reach[m['id']]))
    failed, problem, seconds = planted(group, files, 'node', bail=1 if len(group) == 1 else 0)
    if problem: print('BROKEN', problem, flush=True); return
    red = [f[0].split(' › ')[0] for f in failed]
    if '(run)' in red: red = files
    suspects = [m for m in group if set(reach[m['id']]) & set(red)]
    for m in group:
        if m not in suspects and last: note(m, [], len(reach[m['id']]), seconds, [len(group) - 1])
    if len(group) == 1:
        if suspects: note(group[0], failed, len(files), seconds, [])
        return
    fewer = {m['id']: [f for f in reach[m['id']] if f in red] for m in suspects}
    by_file = {}
    for m in suspects: by_file.setdefault(tuple(fewer[m['id']]), []).append(m)
    if len(by_file) == 1 and len(suspects) == 1: return halve(suspects, fewer, last)
    half = (len(suspects) + 1) // 2
    halve(suspects[:half], fewer, last); halve(suspects[half:], fewer, last)


FEW = 2
RED = {}


# Journeys ----------------------------------------------------------------------------------------------------------
def journeys(files, titles, project, stop=False):
    report = HERE / f'.{A.column}.journeys.json'
    report.unlink(missing_ok=True)
    command = ['nice', '-n', '10', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project', project, '--workers=1', '--timeout=100000', '--reporter=json']
    if titles: command += ['-g', '|'.join(titles)]
    if stop: command += ['-x']
    if A.until:
        hour, minute = map(int, A.until.split(':')); now = time.localtime()
        left = (hour - now.tm_hour) * 3600 + (minute - now.tm_min) * 60
        command += [f'--global-timeout={max(left, 60) * 1000}']
    done = call(command + files, {**ENV, 'PLAYWRIGHT_JSON_OUTPUT_NAME': str(report)})
    if not report.exists(): return None, strip(done.stdout + done.stderr)[-2000:]
    data, tests = json.loads(report.read_text()), []
    def walk(suite, names):
        for spec in suite.get('specs', []):
            last = [r for t in spec['tests'] for r in t['results']]
            if any(t['expectedStatus'] == 'skipped' for t in spec['tests']): continue
            if not last or last[-1]['status'] in ('skipped', 'interrupted'):
                tests.append((os.path.basename(suite['file']), ' › '.join([*names, spec['title']]), None, '')); continue
            tests.append((os.path.basename(suite['file']), ' › '.join([*names, spec['title']]), spec['ok'], strip((last[-1].get('error') or {}).get('message', ''))[:700]))
        for inner in suite.get('suites', []): walk(inner, [*names, inner['title']])
    for suite in data['suites']: walk(suite, [])
    if not tests: return None, strip(json.dumps(data.get('errors'))[:2000] + done.stderr[-500:])
    return tests, ''


def plan(m):
    b = m.get(A.column) or m['before']
    files = [f for f in b.get('journeys', []) if (ROOT / 'e2e/journeys' / f).exists()]
    titles = b.get('titles', []) if A.column == 'before' and not A.whole else []
    return files, titles, b.get('project', 'phone')


def run_journeys():
    todo = []
    for m in MUTANTS:
        r = results.setdefault(m['id'], {})
        if r.get('vitest', {}).get('caught') or r.get('stale'): continue
        if r.get('journeys') and not A.again and not (A.whole and not r['journeys']['caught'] and not r['journeys'].get('whole')): continue
        if not plan(m)[0]: continue
        if not fits(m): r['stale'] = True; continue
        todo.append(m)
    while todo:
        if late(): return
        group, files, titles = [], set(), set()
        for m in todo:
            own_files, own_titles, project = plan(m)
            alone = m.get('alone') or A.group == 1
            if group and (alone or project != plan(group[0])[2] or any(g['file'] == m['file'] or os.path.dirname(g['file']) == os.path.dirname(m['file']) and '/features/' in m['file'] or g.get('alone') for g in group)): continue
            # A test belongs to one mutant of the group.
            if own_titles and titles & set(own_titles) or not own_titles and files & set(own_files): continue
            group.append(m); files |= set(own_files); titles |= set(own_titles)
            if len(group) >= A.group or alone: break
        todo = [m for m in todo if m not in group]
        start = time.time()
        try:
            apply(group)
            tests, problem = journeys([f'e2e/journeys/{f}' for f in sorted(files)], sorted(titles), plan(group[0])[2], stop=len(group) == 1)
        finally: restore()
        names = ', '.join(m['id'] for m in group)
        if problem: print('BROKEN', names, problem, flush=True); continue
        print(f'-- {names}: {len(tests)} journeys, {round(time.time() - start)} s', flush=True)
        for m in group:
            own_files, own_titles, _ = plan(m)
            own = [t for t in tests if t[0] in own_files and (not own_titles or any(re.search(x, t[1]) for x in own_titles))]
            failed = [t for t in own if t[2] is False]
            if not failed and any(t[2] is None for t in own): print('  ', m['id'], 'not run', flush=True); continue
            results[m['id']]['journeys'] = {'caught': bool(failed), 'by': [f'{f} › {n}' for f, n, _, _ in failed], 'why': [w for *_, w in failed], 'ran': len(own), 'with': [g['id'] for g in group if g is not m], 'whole': not own_titles}
            print('  ', m['id'], 'caught by ' + failed[0][1] + ': ' + failed[0][3].replace('\n', ' ')[:260] if failed else f'not caught ({len(own)} ran)', flush=True)
        save()


def control():
    by = {(r['journeys']['by'][0].split(' › ')[0], r['journeys']['by'][0].split(' › ')[-1]) for r in results.values() if (r.get('journeys') or {}).get('caught')}
    for project in ('phone', 'desktop'):
        own = {(f, t) for f, t in by if f.startswith('office') == (project == 'desktop')}
        if not own: continue
        tests, problem = journeys([f'e2e/journeys/{f}' for f in sorted({f for f, _ in own})], [re.escape(t) for t in sorted({t for _, t in own})], project)
        print('control', project, problem or f"{len(tests)} run, red without a mutant: {[t[:2] for t in tests if t[2] is False]}", flush=True)
        (HERE / f'{A.column}.control-{project}.json').write_text(json.dumps(tests, indent=1, ensure_ascii=False))
    files = sorted({r['vitest']['by'][0].split(' › ')[0] for r in results.values() if (r.get('vitest') or {}).get('caught') and not r['vitest']['by'][0].startswith('(')})
    for project, own in (('node', [f for f in files if not f.startswith('apps/api')]), ('api', [f for f in files if f.startswith('apps/api')])):
        if own: print('control vitest', project, len(own), 'files, red:', vitest(own, project, bail=0), flush=True)


def stop(*_):
    restore()
    if CHILD: os.killpg(CHILD[0].pid, signal.SIGTERM)
    sys.exit(1)


signal.signal(signal.SIGTERM, stop); signal.signal(signal.SIGINT, stop)
restore()
if A.phase == 'table': save()
elif A.control: control()
else:
    if A.phase in ('vitest', 'all'): run_vitest()
    if A.phase in ('journeys', 'all'): run_journeys()
    save()
