// The areas that mutation testing measures, a row each: the files with the area's logic, the tests that may be run, and
// the share of mutants they have to kill.

export interface Area {
  readonly name: string;
  /** Source files, as globs from the project's root; test files among them are never mutated. */
  readonly files: readonly string[];
  /** Test files that may be run, as globs. Only those that import a mutated file are run. */
  readonly tests: readonly string[];
  /** The minimum share of killed mutants, in percent. */
  readonly wanted: 85 | 70;
  /** Whether strings are emptied too. Only for areas that produce text. */
  readonly texts?: true;
}

export const AREAS: readonly Area[] = [
  {
    name: 'completeness',
    files: ['electron/downloads/verify/{quiet-weekends,race-gaps,shortfalls}.ts'],
    tests: ['electron/{downloads,results}/**/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'reference-checks',
    files: [
      'electron/downloads/{query,verify/cross-check,plan/reference-tables,plan/query-plan,fetch/run-plan}.ts',
    ],
    tests: ['electron/downloads/**/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'scanning',
    files: [
      'electron/service-client/{answer-scan,answer-anomalies,json-bytes,line-writer,matches-filter,paging-hints,read-answer}.ts',
      'electron/service-client/{receive,record-line,record-scan,record-validator,answer-limits}.ts',
    ],
    tests: ['electron/service-client/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'coverage',
    files: [
      'electron/archive/{coverage-tables,coverage,final-days,race-day,provisional}.ts',
      'electron/downloads/plan/{calendar,day-state,freshness,idle-days}.ts',
    ],
    tests: ['electron/{archive,downloads}/**/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'planner',
    files: ['electron/downloads/plan/{estimate,planner,window-size,windows}.ts'],
    tests: ['electron/downloads/**/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'payoffs',
    files: [
      'electron/results/payoff-*.ts',
      // The browser specs cover the screen, and no mutant is run against them.
      'renderer/features/payoffs/*.ts',
      'electron/cli/commands/payoffs.ts',
    ],
    tests: [
      'electron/results/payoff*.test.ts',
      'renderer/features/payoffs/*.test.ts',
      'electron/cli/commands/{payoffs,query,reading}.test.ts',
    ],
    wanted: 85,
  },
  {
    name: 'exports',
    files: ['electron/exports/*.ts'],
    tests: ['electron/exports/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'limits-and-accounts',
    files: ['service/http/{limits,memory-counter}.ts', 'service/accounts/*.ts'],
    // The tests of store/postgres/ need a PostgreSQL on this machine; without one its rows are not reached.
    tests: ['service/*.test.ts', 'service/{accounts,admin,http,store/postgres}/*.test.ts'],
    wanted: 85,
  },
  {
    name: 'pacing',
    files: ['electron/service-client/{breaker,pacer,rate-headers,request-queue,retry,retry-after}.ts'],
    tests: ['electron/service-client/*.test.ts'],
    wanted: 70,
  },
  {
    name: 'query-engine',
    files: ['electron/query-engine/*.ts'],
    tests: ['electron/query-engine/*.test.ts'],
    wanted: 70,
  },
  {
    name: 'words',
    files: ['{shared,renderer}/racing/*-{words,rows}.{ts,tsx}', 'electron/cli/race-text.ts'],
    tests: ['{shared,renderer}/racing/*.test.{ts,tsx}', 'electron/cli/**/*.test.ts'],
    wanted: 70,
  },
  {
    name: 'filters',
    files: ['shared/filters/*.ts'],
    tests: [
      'shared/filters/*.test.ts',
      'electron/query-engine/row-set.test.ts',
      'electron/cli/selection.test.ts',
    ],
    wanted: 70,
  },
  {
    name: 'browser-host',
    files: ['electron/bridge/{guard,loopback-*,send-export,window-policy}.ts'],
    tests: ['electron/bridge/**/*.test.ts', 'electron/web.test.ts'],
    wanted: 70,
  },
  {
    name: 'catalogue',
    files: [
      'shared/catalogue/{bets,column,format,formula,reading,table,tables,unknown-column}.ts',
      'shared/catalogue/{code-tables,decode,digit-runs}.ts',
    ],
    tests: ['shared/{catalogue,racing}/**/*.test.ts'],
    wanted: 70,
  },
  {
    name: 'racing',
    files: ['shared/racing/{brackets,race*}.ts', 'electron/results/{race-days,races,run-gaps,horse-runs}.ts'],
    tests: ['shared/racing/*.test.ts', 'electron/results/{race*,run*}.test.ts'],
    wanted: 70,
  },
  {
    name: 'checks-of-the-service',
    files: [
      'service/http/{answer,body,client-address,credentials,malformed-requests,nearest,parameters,read-body}.ts',
      'service/http/{query,request-context,request-pipeline,request-target,respond}.ts',
    ],
    tests: ['service/*.test.ts', 'service/http/*.test.ts'],
    wanted: 70,
  },
];
