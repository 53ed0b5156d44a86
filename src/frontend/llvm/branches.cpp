/* Makes branches of choices that clang computes without one. `branches.rs` declares the function. */

#include "llvm-c/Types.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

/* Turns `c ? 4 : 5`, which is one instruction if both values cost nothing, into a branch. The blocks have the names
   that clang gives to the blocks of other expressions like this. */
extern "C" void symir_branch_selects(LLVMValueRef value) {
    auto *function = unwrap<Function>(value);
    SmallVector<SelectInst *, 8> selects;

    for (Instruction &instruction : instructions(*function))
        if (auto *select = dyn_cast<SelectInst>(&instruction))
            if (select->getCondition()->getType()->isIntegerTy(1) && !isa<Constant>(select->getCondition()))
                selects.push_back(select);
    for (SelectInst *select : selects) {
        BasicBlock *head = select->getParent();
        Instruction *yes, *no;

        SplitBlockAndInsertIfThenElse(select->getCondition(), select->getIterator(), &yes, &no);
        yes->getParent()->setName("cond.true");
        no->getParent()->setName("cond.false");
        select->getParent()->setName("cond.end");
        PHINode *both = PHINode::Create(select->getType(), 2, "cond", select->getIterator());
        both->addIncoming(select->getTrueValue(), yes->getParent());
        both->addIncoming(select->getFalseValue(), no->getParent());
        for (Instruction *made : {head->getTerminator(), yes, no, static_cast<Instruction *>(both)})
            made->setDebugLoc(select->getDebugLoc());
        select->replaceAllUsesWith(both);
        select->eraseFromParent();
    }
}
