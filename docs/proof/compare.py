#!/usr/bin/env python3
"""compare.py [BEFORE] [AFTER]: what each column caught, and what only one of them caught."""
import json, sys
from pathlib import Path
here = Path(__file__).resolve().parent
names = (sys.argv[1:] + ['before', 'after'])[:2] if len(sys.argv) != 2 else [sys.argv[1], 'after']
columns = [json.loads((here / f'{n}.json').read_text()) for n in names]
mutants = json.loads((here / 'mutants.json').read_text())
def state(r):
    if not r: return None
    if any((r.get(p) or {}).get('caught') for p in ('vitest', 'journeys')): return True
    return False if r.get('vitest') else None
states = {m['id']: [state(c.get(m['id'])) for c in columns] for m in mutants}
for place, name in enumerate(names):
    print(f"{name}: caught {sum(s[place] is True for s in states.values())}, not caught {sum(s[place] is False for s in states.values())}, not run {sum(s[place] is None for s in states.values())}")
show = lambda ids: '\n'.join(f"  {m['id']} ({m['file']}): {m['what']}" for m in mutants if m['id'] in ids) or '  none'
print(f'caught only by {names[0]}:'); print(show([i for i, (a, b) in states.items() if a is True and b is not True]))
print(f'caught only by {names[1]}:'); print(show([i for i, (a, b) in states.items() if b is True and a is not True]))
print('caught by neither:'); print(show([i for i, (a, b) in states.items() if a is False and b is False]))
