// Rules: their list, the editor of one, and what it returned.

import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { addDays } from '#shared/racing/racedate.ts';
import { problemsOfRule } from '#shared/rules/rule-problems.ts';
import { isSameRule, ruleSchema, type Rule, type RulePeriod } from '#shared/rules/rule.ts';
import { foundInBoth } from '../../app/commands/both-languages.ts';
import { useCommands, type Command } from '../../app/commands/commands.ts';
import { isRunKey } from '../../app/commands/run-key.ts';
import { useStepMemory } from '../../app/navigation/navigation.ts';
import { useBridge } from '../../client/bridge.tsx';
import { useToday } from '../../client/use-today.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useLatest } from '../../components/use-latest.ts';
import { WrittenFile } from '../../components/WrittenFile.tsx';
import { useLanguage, useTranslation } from '../../text/text.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { draftAfterSave, followedDraft, newRule, type Draft, type RuleOrigin } from './rule-draft.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleList } from './RuleList.tsx';
import { RuleResult } from './RuleResult.tsx';
import { useRuleRun } from './use-rule-run.ts';
import { useRules, type SavedDraft } from './use-rules.ts';
import './rules.css';

const NO_DRAFT: Draft | null = null;
const NO_COLUMN: string | null = null;

type Question = { readonly ask: 'delete' | 'discard'; readonly act: () => void };

export function RulesScreen(): ReactNode {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const store = useRules();
  const [kept, setDraft] = useStepMemory<Draft | null>('rules.draft', NO_DRAFT);
  const [elsewhere, setElsewhere] = useState<SavedDraft['elsewhere']>();
  const [by, setBy] = useStepMemory<string | null>('rules.by', NO_COLUMN);
  const [question, setQuestion] = useState<Question>();
  const running = useRuleRun();
  const storedPeriod = useStoredPeriod();
  const written = useMutation(useBridge().queries.rules.write.mutationOptions());
  const isCreating = useRef(false);
  /** How often a rule was opened or closed: an answer about one that was left changes nothing. */
  const opened = useRef(0);
  const saved = store.list?.rules.find(({ id }) => id === kept?.id);
  const draft = kept === null ? null : followedDraft(kept, saved);
  const isChanged = draft !== null && (saved === undefined || !isSameRule(saved.rule, draft.rule));

  const thrown = store.thrown ?? written.error;
  const open = (next: Draft | null): void => {
    const show = (): void => {
      opened.current += 1;
      setDraft(next);
      setElsewhere(undefined);
      running.forget();
    };
    if (isChanged) setQuestion({ ask: 'discard', act: show });
    else show();
  };
  const begin = useLatest((period: RulePeriod) => open({ rule: newRule(t('newName'), period) }));
  const makeRule = async (): Promise<void> => {
    if (isCreating.current) return;
    isCreating.current = true;
    const period = await storedPeriod();
    isCreating.current = false;
    if (period !== undefined) begin(period);
  };
  const create = (): void => void makeRule();
  const openSaved = (id: string): void => {
    const found = store.list?.rules.find((each) => each.id === id);
    if (found !== undefined) open({ id, rule: found.rule, from: originOf(found) });
  };
  /** Whether the rule can be written to a file: filters and orders that cannot be read can be mended later. */
  const isWritable = draft !== null && ruleSchema.safeParse(draft.rule).success;
  const save = async (asNew = false): Promise<void> => {
    if (draft === null || !isWritable) return;
    const of = opened.current;
    const done = await store.save(asNew ? { rule: draft.rule } : draft);
    if (done === undefined || opened.current !== of) return;
    setElsewhere(done.elsewhere);
    afterSave(draft, done.draft);
  };
  const afterSave = useLatest((before: Draft, after: SavedDraft['draft']) =>
    setDraft(draft === null ? after : draftAfterSave(draft, before, after)),
  );
  const remove = async ({ id, from }: Draft): Promise<void> => {
    const basis = from?.revision ?? saved?.revision;
    const of = opened.current;
    const isGone = id === undefined || basis === undefined || (await store.remove(id, basis)) !== undefined;
    if (isGone && opened.current === of) setDraft(null);
  };
  const run = (period: RulePeriod): void => {
    if (draft !== null) running.run({ rule: draft.rule, period, by: by ?? undefined });
  };
  const runChosen = (): void => {
    if (draft !== null && problemsOfRule(draft.rule).length === 0) run(draft.rule.choosing);
  };
  useRuleCommands({ run: runChosen, save: () => void save(), create });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRunKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    runChosen();
  };
  return (
    <div role="presentation" className="rules-screen" onKeyDownCapture={onKeyDown}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Actions
            rule={isWritable ? draft.rule : undefined}
            written={written.data}
            isWriting={written.isPending}
            onNew={create}
            onExport={(rule) => written.mutate({ rule, language })}
            // It becomes a rule of its own: what is in the editor stays.
            onImport={(file) => void store.adopt(file)}
          />
        }
      />
      {thrown === null ? null : <FailureNotice thrown={thrown} />}
      <div className="rules-body">
        <RuleList store={store} current={draft?.id} onOpen={openSaved} />
        <div className="rules-main">
          {draft === null ? (
            <EmptyState
              title={(store.list?.rules.length ?? 0) === 0 ? t('none') : t('title')}
              text={t('noneText')}
              action={
                <Button kind="primary" onPress={create}>
                  {t('newRule')}
                </Button>
              }
            />
          ) : (
            <>
              <RuleEditor
                rule={draft.rule}
                onChange={(rule) => setDraft({ ...draft, rule })}
                by={by ?? undefined}
                onBy={(column) => setBy(column ?? null)}
                isRunning={running.isRunning}
                onRun={run}
              >
                <FileActions
                  id={draft.id}
                  isChanged={isChanged}
                  isWritable={isWritable}
                  onSave={(asNew) => void save(asNew)}
                  onDelete={() =>
                    setQuestion({
                      ask: 'delete',
                      act: () => {
                        void remove(draft);
                      },
                    })
                  }
                />
              </RuleEditor>
              {elsewhere === undefined ? null : (
                <p role="status" className="rule-hint">
                  {elsewhere.did === 'change'
                    ? t('changedElsewhere', { name: elsewhere.name, own: draft.rule.name })
                    : t('deletedElsewhere', { name: elsewhere.name })}
                </p>
              )}
              {running.thrown === null ? null : <FailureNotice thrown={running.thrown} />}
              {running.shown === undefined ? (
                <p className="rule-hint">{t('notRunYet')}</p>
              ) : (
                <RuleResult shown={running.shown} present={draft.rule} />
              )}
            </>
          )}
        </div>
      </div>
      <ConfirmDialog
        question={question?.ask}
        name={draft?.rule.name ?? ''}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => {
          question?.act();
          setQuestion(undefined);
        }}
      />
    </div>
  );
}

const originOf = ({ rule, revision }: RuleOrigin): RuleOrigin => ({ rule, revision });

/** Asks for the days of which payoffs are stored now: the last year if none are, or if that cannot be read. */
function useStoredPeriod(): () => Promise<RulePeriod | undefined> {
  const { client } = useBridge();
  const today = useToday();
  return async () => {
    const { from, to } = await client.days.stored({ table: 'd_hj' }).catch((): Partial<RulePeriod> => ({}));
    if (from !== undefined && to !== undefined) return { from, to };
    return today === undefined ? undefined : { from: addDays(today, -365), to: addDays(today, -1) };
  };
}

interface FileActionsProps {
  /** Undefined for a rule that has no file yet. */
  readonly id: string | undefined;
  readonly isChanged: boolean;
  readonly isWritable: boolean;
  readonly onSave: (asNew: boolean) => void;
  readonly onDelete: () => void;
}

function FileActions({ id, isChanged, isWritable, onSave, onDelete }: FileActionsProps): ReactNode {
  const { t } = useTranslation('rules');
  return (
    <span className="rule-files">
      {isChanged ? <span className="rule-hint">{t('unsaved')}</span> : null}
      {id === undefined ? null : (
        <>
          <Button kind="quiet" onPress={onDelete}>
            {t('delete')}
          </Button>
          <Button kind="quiet" isDisabled={!isWritable} onPress={() => onSave(true)}>
            {t('saveCopy')}
          </Button>
        </>
      )}
      <Button isDisabled={!isChanged || !isWritable} onPress={() => onSave(false)}>
        {t('save')}
      </Button>
    </span>
  );
}

interface ActionsProps {
  /** The rule in the editor, if it can be written. */
  readonly rule: Rule | undefined;
  /** Where it was written to. */
  readonly written: ComponentProps<typeof WrittenFile>['file'];
  readonly isWriting: boolean;
  readonly onNew: () => void;
  readonly onExport: (rule: Rule) => void;
  readonly onImport: (file: File) => void;
}

function Actions({ rule, written, isWriting, onNew, onExport, onImport }: ActionsProps): ReactNode {
  const { t } = useTranslation('rules');
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <span role="status" className="rule-hint">
        <WrittenFile file={written} />
      </span>
      <Button kind="quiet" onPress={() => file.current?.click()}>
        {t('import')}
      </Button>
      <FileInput
        input={file}
        label={t('import')}
        accept=".railbird-rule,.json,application/json"
        onChoose={onImport}
      />
      <Button
        kind="quiet"
        isDisabled={rule === undefined}
        isPending={isWriting}
        onPress={() => rule !== undefined && onExport(rule)}
      >
        {t('export')}
      </Button>
      <Button onPress={onNew}>{t('newRule')}</Button>
    </>
  );
}

interface RuleActions {
  readonly run: () => void;
  readonly save: () => void;
  readonly create: () => void;
}

function useRuleCommands(actions: RuleActions): void {
  const { t } = useTranslation('rules');
  const runAction = useLatest((name: keyof RuleActions) => actions[name]());
  const commands = useMemo<readonly Command[]>(
    () =>
      foundInBoth(t, 'rules', (translate) => [
        {
          id: 'rules.run',
          group: 'here',
          label: translate('run'),
          keys: ['Ctrl+Enter'],
          run: () => runAction('run'),
        },
        {
          id: 'rules.save',
          group: 'here',
          label: translate('save'),
          keys: ['Ctrl+s'],
          run: () => runAction('save'),
        },
        {
          id: 'rules.new',
          group: 'here',
          label: translate('newRule'),
          keys: ['n'],
          run: () => runAction('create'),
        },
      ]),
    [t, runAction],
  );
  useCommands(commands);
}
