export { MemoryRouter } from 'react-router';
export { ApiError } from './data/ApiError.ts';
export { type App, AppProvider, useApi, useModel, useUser } from './data/App.tsx';
export { allows } from './data/allows.ts';
export { today } from './data/clock.ts';
export { createConnection } from './data/connection.ts';
export { type Api, createApi } from './data/createApi.ts';
export {
  DialogsProviderContext,
  type JobEnd,
  ToastProviderContext,
  useDialogs,
  useToast,
} from './data/dialogs.tsx';
export { errorText } from './data/errorText.ts';
export { lazyComponent } from './data/fetched.tsx';
export type { Files } from './data/files.ts';
export { fillPath, fillTexts } from './data/fillPath.ts';
export { type Formats, useFormats } from './data/formats.ts';
export { createGuard, GuardProvider, useGuard, useGuardState } from './data/guard.ts';
export type { Intent } from './data/intents.ts';
export { MessagesProvider, type Say, useLocale, useMessage } from './data/messages.tsx';
export { newId } from './data/newId.ts';
export { createOwnReleases } from './data/ownReleases.ts';
export { pickFile } from './data/pickFile.ts';
export { createQueryClient } from './data/queries.ts';
export { readUpTo } from './data/readUpTo.ts';
export { saveBlob } from './data/saveBlob.ts';
export type { ScreenScope } from './data/screenScope.ts';
export { useOpener, wayBack } from './data/trail.ts';
export { useAddressTab } from './data/useAddressTab.ts';
export { useAnswer } from './data/useAnswer.ts';
export { useFieldView } from './data/useFormState.ts';
export { useIntent } from './data/useIntent.ts';
export { useKeptWork } from './data/useKeptWork.ts';
export { useSaveKey } from './data/useSaveKey.ts';
export type { BlockSettings, BlockSettingsProps, BlockWidgetProps } from './extension/blockProps.ts';
export {
  type BlockWidget,
  blockWidget,
  defineExtension,
  type Extension,
  fieldWidget,
  type PageWidget,
  pageWidget,
} from './extension/defineExtension.ts';
export { type AddedView, addKindViews, defineFieldView, writtenView } from './fields/addKindViews.ts';
export type { CellProps } from './fields/defineKindView.ts';
export { FormBlockView } from './form/FormBlockView.tsx';
export { FormLayoutView } from './form/FormLayoutView.tsx';
export { type FormTools, FormToolsContext } from './form/FormTools.ts';
export { LeafField } from './form/LeafField.tsx';
export { UndoButtons } from './form/UndoButtons.tsx';
export { type Builder, useBuilder } from './form/useBuilder.ts';
export { AddRow } from './grid/AddRow.tsx';
export { type DataColumn, DataTable } from './grid/DataTable.tsx';
export { GridBlockView } from './grid/GridBlockView.tsx';
export { RowActions } from './grid/RowActions.tsx';
export { createRoutes } from './pages/createAppRouter.tsx';
export { ExtensionsProvider } from './pages/ExtensionsProvider.tsx';
export { RunningJobs } from './pages/RunningJobs.tsx';
export { ScreenView } from './pages/ScreenView.tsx';
export { default as areaStyles } from './parts/area.module.css';
export { Badge } from './parts/Badge.tsx';
export { BlockFailure } from './parts/BlockFailure.tsx';
export { BrandMark } from './parts/BrandMark.tsx';
export { Button } from './parts/Button.tsx';
export { Card } from './parts/Card.tsx';
export { Checkbox } from './parts/Checkbox.tsx';
export { CheckboxGroup } from './parts/CheckboxGroup.tsx';
export { ComboBox } from './parts/ComboBox.tsx';
export { CopyAddress } from './parts/CopyAddress.tsx';
export { Counted } from './parts/Counted.tsx';
export type { ControlProps, Option } from './parts/control.ts';
export { DateField } from './parts/DateField.tsx';
export { Dialog } from './parts/Dialog.tsx';
export { DraftBar } from './parts/DraftBar.tsx';
export { EmptyState } from './parts/EmptyState.tsx';
export { ErrorState } from './parts/ErrorState.tsx';
export { type FieldIssue, FieldIssues, FieldShell, fieldDescription, fieldIds } from './parts/FieldShell.tsx';
export { FoldedFilters } from './parts/FoldedFilters.tsx';
export { default as hiddenStyles } from './parts/hidden.module.css';
export { Icon } from './parts/Icon.tsx';
export { IconButton } from './parts/IconButton.tsx';
export { InlineForm } from './parts/InlineForm.tsx';
export { findIcon, iconNames } from './parts/icons.ts';
export { Link } from './parts/Link.tsx';
export { limitOf } from './parts/limitOf.tsx';
export { Menu } from './parts/Menu.tsx';
export { MultiSelect } from './parts/MultiSelect.tsx';
export { NumberField } from './parts/NumberField.tsx';
export { Progress } from './parts/Progress.tsx';
export { RadioGroup } from './parts/RadioGroup.tsx';
export { RichText } from './parts/RichText.tsx';
export { Select } from './parts/Select.tsx';
export { Skeleton } from './parts/Skeleton.tsx';
export { Spinner } from './parts/Spinner.tsx';
export { Switch } from './parts/Switch.tsx';
export { SwitchCard } from './parts/SwitchCard.tsx';
export { AddressTabs, Tabs } from './parts/Tabs.tsx';
export { TextArea } from './parts/TextArea.tsx';
export { TextInput } from './parts/TextInput.tsx';
export { createToasts, Toasts } from './parts/Toasts.tsx';
export { Toolbar } from './parts/Toolbar.tsx';
export { Tooltip } from './parts/Tooltip.tsx';
export { useOptionPages } from './parts/useOptionPages.ts';
export { useRowFocus } from './parts/useRowFocus.ts';
export { PublicFormPage } from './publicForm/PublicFormPage.tsx';
export { AskDialog } from './shell/AskDialog.tsx';
export { AlertDialog, ConfirmDialog } from './shell/AskDialogs.tsx';
export { Bell } from './shell/Bell.tsx';
export { ConflictDialog } from './shell/ConflictDialog.tsx';
export { ConnectionNotice } from './shell/ConnectionNotice.tsx';
export { DialogsHost } from './shell/DialogsHost.tsx';
export { DisplayProvider } from './shell/display.tsx';
export { JobDialog } from './shell/JobDialog.tsx';
export { createSay, readPublicMessages } from './shell/publicMessages.ts';
export { Root, type Start } from './shell/Root.tsx';
export { createServices, type Services } from './shell/Services.ts';
export { readUser, type SessionBody } from './shell/SessionBody.ts';
export { SignInPage } from './shell/SignInPage.tsx';
export { StepDialog } from './shell/StepDialog.tsx';
export type { Notification } from './shell/useNotifications.ts';
export { colourPairs, readTokens, resolveToken, type Theme } from './tokens/readTokens.ts';
export { optionsOf } from './widgets/choices.ts';
export { controlProps } from './widgets/controlProps.ts';
export { FileWidget } from './widgets/FileWidget.tsx';
export { PreviewFrame, usePreviewChoice } from './widgets/html/PreviewFrame.tsx';
export { listOf } from './widgets/ReferencesWidget.tsx';
export { named } from './widgets/rank.ts';
export { registry } from './widgets/registry.ts';
export { fromRjsf } from './widgets/rjsf/fromRjsf.tsx';
export { rjsfTheme } from './widgets/rjsf/rjsfTheme.tsx';
export { default as rowsStyles } from './widgets/rows.module.css';
export { ruleColours, ruleTheme } from './widgets/rule/ruleTheme.ts';
export type { CheckRule, RuleResult, RuleValues } from './widgets/rule/ruleTypes.ts';
export { textOf } from './widgets/textOf.ts';
export type { ChoicePage, WidgetEntry, WidgetProps } from './widgets/types.ts';
export { useChoices } from './widgets/useChoices.ts';
